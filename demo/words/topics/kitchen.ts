import { topic } from '../topic.ts';

export const kitchenTopics = [
  topic('baking', {
    tone: 'warm',
    weight: 4,
    scenes: ['bread', 'cake', 'coffee', 'fruitBowl'],
    photos: 0.6,
    hashtags: 'baking, homemade, kitchen',
    feelings: 'making/a pie, feeling/happy, eating/cake, drinking/tea',
    posts: `
      Attempt number {3-12} at {bread}, and for the first time it [sings|crackles] when it cools. I stood there and listened.
      {friend} gave me some sourdough starter. Its name is {cat}, apparently, and it needs more attention than a child.
      There is {cake} in the kitchen at {venue} until it's gone. So, for about ten minutes.
      I doubled the {spice} by accident and it is the best {cake} I ever made.
      Baked {bread} with {kid} today. There is flour on the ceiling. Worth it.
      Who has a recipe for {cake} that works without [eggs|butter|flour]? It's for {friend}, and it has to be good.
      The oven died at minute twenty. {^cake} is now pudding. Spoons out.
      @december Twelve trays of biscuits. {^kid} has eaten the equivalent of three.
      @autumn Plums, plums, plums: two cakes, {6-14} jars, and my fingers will be purple until November.
      @winter Nothing warms a kitchen like {bread} in the oven and bad radio.
      Sold out by eleven at the market! Thank you, everyone who queued in the {weather}.
      {^relative}'s recipe for {cake} says “as much flour as it takes”. It took four tries.
      Slow Sunday: dough in the bowl, cat on the chair, nobody needs anything from me for two hours.
      If you see me carrying something in a tea towel up {street}: yes, it is {bread}, and yes, there is some for you.
      A very flat {cake}. Tastes of victory anyway.
    `,
    comments: `
      I can smell it from here!
      Recipe, please 🙏
      <sourdough|bread|focaccia|loaf|baguettes|challah> Look at that crust!
      <There is|Sold|tea towel> Is there any left?
      <without> Aquafaba! Whip it like egg whites.
      <starter> Name your starter or it won't rise. Everyone knows that.
      <flat> I'd eat that flat or tall.
      <sourdough|bread|focaccia|loaf|baguettes|challah> That's [a proper loaf|a work of art], {author}.
      <sourdough|bread|focaccia|loaf|baguettes|challah> Mine came out like a brick. A tasty brick.
      <cake|crumble|buns|rolls|scones|gingerbread|tart> Keep a slice for me, I'm on my way.
      You should sell these.
      <sourdough|bread|focaccia|loaf|baguettes|challah> A splash of vinegar in the dough helps. No idea why.
      <recipe|biscuits|Plums> My grandmother made it just like that ❤️
    `,
  }),
  topic('cooking', {
    tone: 'warm',
    weight: 3.5,
    scenes: ['soup', 'fruitBowl', 'bread'],
    photos: 0.5,
    hashtags: 'cooking, homemade, kitchen',
    feelings: 'making/dinner, eating/soup, thinking about/food, feeling/happy',
    posts: `
      Made {dish} for {4-12} people with one working hob. Would do it again. Next year.
      Tonight: {dish}. The trick is {spice}, and not telling anyone.
      @autumn Soup season is officially open. First up: {vegsoup}.
      @winter It is a {dish} kind of day.
      @summer Too hot to cook. Tomatoes, bread, salt, the good oil. Done.
      {friend} taught me to make {dish} today. Mine looks like an accident and tastes like heaven.
      Quick one for tired people: onions slowly, {spice}, a tin of tomatoes, a tin of beans, lid on, twenty minutes, bread. You're welcome.
      Community dinner on {weekday} at {venue}: {dish}, pay what you can, bring a bowl. Everyone is welcome, really everyone.
      {^relative} never wrote anything down. So we filmed the hands. Now we know how {dish} is made.
      I put {spice} into {dish} and now the family is divided.
      What do you cook when nobody feels like cooking? We are stuck on pasta.
      Burnt the {dish}. Ate toast. Laughed a lot. Good evening.
      Swapped dinners with the neighbours: they got {dish}, we got {dish}. Why did we not think of that years ago?
      {^kid} cooked for us for the first time: {dish}. Salty, proud and delicious.
      Our street's cookbook is growing: {31-88} recipes from {9-22} countries. Still missing yours!
    `,
    comments: `
      <Made|Tonight|taught|cooked|kind of day|Soup|Swapped> That looks [so good|amazing]. I'm coming over.
      <What do you cook> Eggs. Always eggs.
      <Made|Tonight|taught|kind of day|Soup|Swapped|Community> My mouth is watering.
      <Made|taught|trick|Quick|filmed> Could you write down the recipe for the street's cookbook?
      <trick|put|with> I'd never have thought of {spice}!
      <Community dinner> We'll be there on {weekday}, with bowls.
      <Made|Tonight|put> Did it have enough chilli? There is never enough chilli.
      <What do you cook> Jacket potatoes and whatever is in the fridge.
      <Quick|trick|Soup> Saving this for [tomorrow|the weekend].
      <filmed> The filming idea is wonderful. We lost so many recipes with my gran.
      <Made|Tonight|Soup|Quick> The secret is always more onions.
      <toast> Toast is a valid dinner.
    `,
  }),
  topic('coffee', {
    tone: 'warm',
    weight: 3,
    scenes: ['coffee', 'pots', 'books', 'cat'],
    photos: 0.35,
    hashtags: 'slowmorning, coffeetime, smallthings',
    feelings:
      'drinking/coffee, drinking/tea, feeling/happy, custom/reading, custom/listening to music',
    posts: `
      Good morning, everyone. {^drink}, window open, nothing planned.
      Small joy of the day: {small}.
      Anyone else up? The street is so quiet that I can hear my {drink} cool down.
      It took me {30-60} years to learn that you can just sit down for five minutes.
      The new café on {street} does {drink} the way it should be. And {cake}! I'm ruined.
      Today I did one thing at a time. Revolutionary.
      Morning list: {drink}, {small}, then the rest of the world.
      I said hello to everybody I met on {street}. {6-14} hellos back, one very long story about a boiler.
      Phone in the drawer until noon. Day {2-40}. I recommend it.
      {friend} and I have had {drink} together every {weekday} for {3-12} years. Same table, same jokes.
      Somebody paid for my {drink} today and was gone before I could say thank you. So I paid for the next one.
      Note to self: {small} fixes about half of everything.
      Somewhere between the first cup and the second, I am a nice person.
      Rain on the window, {drink} in the hand, a whole evening of nothing. Bliss.
    `,
    comments: `
      <orning|Anyone else> Good morning, {author} ☀️
      <Good morning|list|sit down|Rain> Same here, with tea.
      <learned|one thing|Somebody|Note|fixes> I needed to read this today.
      <five minutes> Five minutes! What luxury.
      <same table> See you at the usual table.
      <boiler> Was it the boiler story? I've heard it twice.
      Yes to all of this.
      <Day> Day one for me. Wish me luck.
      You have a way with words.
      <café> The cake there is dangerous.
      <Rain|Good morning|evening of> Enjoy every second.
      <Anyone else up|Good morning> Up since five. The baby has opinions.
    `,
  }),
];

import { topic } from '../topic.ts';

export const familyTopics = [
  topic('children', {
    tone: 'funny',
    weight: 4,
    scenes: ['lanterns', 'cake', 'snow', 'fair', 'sunflowers'],
    photos: 0.2,
    hashtags: 'overheardathome, parenting, kids',
    feelings: 'feeling/loved, feeling/tired, feeling/happy, rememberring/childhood',
    posts: `
      {^kid}, aged {age}: “When I was old, I was a pirate.” Tell me more.
      Asked {kid} what they learned at school. “That {dog} can't come to school.”
      {^kid} has written a letter to the moon. It starts with “Dear Sir or Madam”.
      First day of school! The bag is bigger than the child.
      {^kid} wants to be a [firefighter|marine biologist|bus driver|baker] and also a horse. We are looking into it.
      Bedtime, attempt {4-9}. Current negotiations concern one (1) sip of water.
      “Is this healthy food or nice food?” Dinner with {kid}.
      The tooth fairy forgot to come. The excuse letter took me an hour and had footnotes.
      {^kid} lost a tooth, found it, lost it again. The investigation goes on.
      We built a cushion castle that covers the whole living room. The king is {age}. Taxes are high.
      {^kid} read a whole page out loud today. I pretended to look for my glasses.
      Found a stone, a feather and {3-9} snail shells in the washing machine. So it is summer.
      {^kid} asked how big the universe is and then, in the same breath, whether there's more pasta.
      The class play was about {animal}. {^kid} was a tree. The best tree I ever saw, hardly any talking.
      Six children, one birthday, {2-4} hours. I have seen things. There was jelly.
      Our eldest moved out today. The fridge is full and the house is far too tidy.
    `,
    comments: `
      <Dear Sir> “Dear Sir or Madam” 😂😂
      <“> Write these down! You'll want them one day.
      <First day|moved|read|tooth> They grow so fast.
      <tree> A tree with star quality.
      <horse> I'd vote for the horse.
      <tooth> Ours charged interest on the tooth.
      <moon> The moon owes an answer.
      <Bedtime|Six children|moved out> Stay strong. It gets easier. Then it gets different.
      This made me laugh out loud on the bus.
      <“|universe|read> What a clever [kid|child|mind].
      <nice food> Nice food. Definitely nice food.
      <moved out> Hugs. The quiet is the hardest part ❤️
      <king> Long live the king!
    `,
  }),
  topic('celebration', {
    tone: 'warm',
    weight: 3.5,
    scenes: ['cake', 'lanterns', 'vase', 'together', 'balloons'],
    photos: 0.5,
    hashtags: 'celebrate, grateful, goodnews',
    feelings: 'feeling/happy, feeling/loved, feeling/excited, meeting/family',
    posts: `
      {30-79} today! Thank you for the songs, the {cake} and the far too many candles.
      Happy birthday to {friend}, who knows everything about me and is my friend anyway 🎉
      Married for {5-52} years today. We celebrated with {dish} and the usual discussion about the window.
      It's a girl! {2800-3900} grams, all fingers, already loud. We are over the moon.
      It's a boy! Everyone is well, nobody has slept, the world is new.
      She said yes. (The question was whether I may keep the drum kit. But still.)
      We did it: the keys are ours! Come and see the empty rooms before we fill them with books.
      I passed! After {2-5} attempts and with the kindest examiner in the country.
      {^relative} is ninety today. Wish: “no fuss”. There were {30-80} of us. There was fuss.
      {^kid} graduated today. I have been taking photos of a hat in the air for an hour.
      First day in the new job tomorrow. Shirt ironed, stomach full of butterflies.
      Retired. After {31-44} years. What do people do on a {weekday} morning?
      One year free of cigarettes today. {^cake} tastes of so much more now.
      The citizenship letter came! After {6-14} years I may vote for the potholes on {street} like everybody else.
      @december The whole family in one room for the first time in {2-6} years. Loud, crowded, wonderful.
      @spring Happy Easter to everyone who celebrates! We hid {20-60} eggs and have found {9-19}.
      @spring Ramadan Mubarak to all who fast. Come by after sunset, there is always one more plate.
      @autumn Happy Diwali! Every window on our side of {street} has a light in it tonight.
      @winter Happy Lunar New Year! Dumplings at ours, the door is open.
    `,
    comments: `
      <Married|It's a|said yes|keys|passed|graduated|job|Retired|cigarettes|citizen|ninety|today> Congratulations! 🎉
      <birthday|songs|ninety|candles> Happy birthday, {author}! 🎂
      <Married|It's a|said yes|keys|passed|graduated|job|Retired|cigarettes|citizen> So happy for you!
      <It's a|keys> Oh, how wonderful! All the best to the three of you.
      <It's a> Welcome to the world, little one ❤️
      <passed|Retired|job|keys|citizen> Well deserved, every bit of it.
      <Married|said yes> Cheers to you both!
      Sending love from [all of us|our house to yours].
      <Retired> Breakfast with us on {weekday}! That's what people do.
      <passed|graduated|job|citizen|cigarettes> I knew you could do it!
      <Married|birthday|songs|ninety|candles> To many more years!
      <today|keys|birthday> Party at yours, then? 😄
      <passed|graduated|cigarettes|job|citizen> I'm so proud of you.
      <It's a|passed|keys|citizen|said yes|job> What lovely news to wake up to.
    `,
  }),
  topic('memories', {
    tone: 'sad',
    weight: 2,
    scenes: ['autumnTree', 'vase', 'window', 'lake', 'books', 'quilt'],
    photos: 0.35,
    hashtags: 'memories, missingyou, family',
    feelings:
      'rememberring/someone dear, rememberring/old friends, thinking about/family, feeling/sad',
    posts: `
      {2-15} years without {relative} today. I made {dish}, set one plate too many and talked to the empty chair for a while.
      Found {relative}'s handwriting in {book}: “For whoever reads this next: start with chapter {3-9}.”
      Our old dog {dog} fell asleep for good on {weekday}. {10-17} years of muddy joy. Thank you for all your kind words.
      Cleared out my parents' house. Kept the button box. I know every button.
      The old lime tree on {street} came down in the storm. I had my first kiss under it, and I can't be the only one.
      The bakery on {street} closes after {38-90} years. Thank you for the warm rolls and for knowing all our names.
      I can still hear {relative} humming {song} while shelling peas. Nobody hums like that any more.
      A voice message from {relative}, saved years ago: “Nothing important, just wanted to hear you.” I listen to it on days like this.
      Said goodbye to our neighbour from number {5-38} today. The whole house stood in the yard, and somebody played {instrument}.
      My grandmother's quilt came out of its box today. Every patch is a dress I remember.
      Today I wore {relative}'s coat. There was a tram ticket from {1971-1999} in the pocket.
    `,
    comments: `
      Thinking of you today, {author} 🕯️
      <without|quilt|coat|handwriting|humming|button> What a beautiful way to remember.
      <without|dog|goodbye|storm> I'm so sorry. Sending a hug.
      <humming|without|Voice|voice> I still miss that laugh too.
      You told it so well. Thank you for sharing.
      <dog> Sleep well, old friend 🐾
      <lime tree> I carved my initials into that tree. Not alone.
      <button|coat|handwriting|message|humming|quilt> Those little things are the big things.
      Holding you in my thoughts.
      <bakery> We'll miss those rolls every single morning.
      <voice message|coat|button> I have one of those messages too. I never delete it.
      <goodbye|without|neighbour> Love to the whole family.
    `,
  }),
];

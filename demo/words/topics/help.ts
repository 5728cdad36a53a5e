import { topic } from '../topic.ts';

export const helpTopics = [
  topic('questions', {
    tone: 'question',
    weight: 5,
    hashtags: 'question, help, recommendations',
    feelings: 'looking for/advice, looking for/an idea',
    posts: `
      Can anyone recommend a {job} around here? Ours has retired, which is well deserved but very inconvenient.
      Is the pool open on {weekday}s again? The sign says yes, the door says no.
      Does somebody know whom to ask about the street lamp on {street}? It has been flashing like a disco for a week.
      What is your favourite walk of about two hours, with a child and a good place for {cake} at the end?
      How do you get candle wax out of a tablecloth? It is {relative}'s. Time matters.
      Where can one buy {spice} in this town?
      Does anyone teach {language}? For a total beginner with stage fright.
      Which bus goes to {walk} on a {weekend}? The timetable and I have a difference of opinion.
      My bike makes a noise like a duck, but only uphill. Ideas?
      What do I say to a {4-7}-year-old who wants to know where the moon goes during the day?
      Who here has a heat pump, and would you do it again?
      Has anybody got a spare {tool} for an afternoon? I also need somebody who knows how to use it.
      We're new on {street}. Which day is the paper bin? And is it true about the geese?
      Looking for a room to rent for a student, quiet, loves plants, from next month.
      Does anyone have experience with learning {instrument} as an adult? How long until the family speaks to you again?
      What was that [bang|smell|music|helicopter] just now near {street}?
      Best book you read this year? I need {3-5} for the holidays, nothing sad.
      What is a good present for a neighbour who says “oh, I don't need anything”?
      How early is too early to mow the lawn on a {weekend}? Asking for a neighbour. The neighbour is asleep.
    `,
    comments: `
      <recommend|street lamp|Where can|spare|present> I can ask {relative}, they know everything.
      <wax> Brown paper and a warm iron. Works like magic.
      <geese> It's true about the geese.
      <buy> Try the shop on {street}, in the back.
      <walk> {^walk}, the long way round. There's a café at the end.
      <street lamp|pool> Write to the council, they answered me within [a day|a week].
      I'd like to know that too! Following.
      <lamp|noise|bang|smell> We had the same problem. It was [a loose screw|the neighbour|the wind|a pigeon].
      <recommend|teach> Call {friend} from {club}, best in town.
      <Best book> {book}, without a doubt.
      <mow> Before nine you'll be famous for it.
      <Which bus> Bus {2-19}, but only every two hours.
      <present> Jam. Nobody can say no to jam.
      <spare> I have one, you can pick it up [tonight|on {weekday}].
      <moon> Tell them it's on night shift somewhere else.
      <recommend|room|know|spare|teach> Not sure, but I'd start at {venue}.
      <heat pump> Would do it again. Noisy for a week, warm ever since.
      <paper bin> Thursdays. And put a brick on it, because of the foxes.
    `,
  }),
  topic('giveaway', {
    tone: 'question',
    weight: 3,
    scenes: ['books', 'yarn', 'bicycle', 'vase', 'pots'],
    photos: 0.35,
    hashtags: 'giveaway, freecycle, borrow, sharing',
    feelings: 'feeling/happy, meeting/neighbours',
    posts: `
      To give away: {thing}. On {street}, ring twice, the bell is shy.
      Free to a good home: {thing}. Comes with a cup of tea if you carry it yourself.
      Does somebody have a {tool} I could borrow on {weekend}? I return things, ask anyone.
      Cleared the attic. There is {thing}, {thing} and an unreasonable number of lampshades.
      Swap: my {tool} for your {tool}, for one {weekend}?
      The sharing shelf at {venue} is full again: {thing}, {thing} and three copies of {book}.
      Looking for {thing}. Can offer jam, gratitude or computer help.
      Gone within the hour! Thank you. I have kept the lampshades for a second round.
      Our cargo bike can be borrowed, by the way. Only rule: bring it back with a story.
      {friend} gave me {thing} and I gave {friend} {thing}. Nobody bought anything. More of this.
      Children's shoes, sizes {22-27} to {28-34}, hardly worn, because feet grow faster than we go for walks.
      Tool library open on {weekday}s, {hour}, {venue}: {31-80} things to borrow, and Ken, who explains them.
    `,
    comments: `
      <give away|Free|Cleared|shoes|shelf> Yes please! I can come [today|tonight|tomorrow].
      <give away|Free|Cleared|shelf|shoes> Is it still there?
      <give away|Free|Cleared> I'd take it, if nobody else needs it more.
      <give away|Free|Cleared|Looking|Swap|borrow> Sent you a message!
      <give away|Free|Cleared> How big is it, roughly?
      <borrow|Looking|Swap> We have one, just come by.
      <lampshades> Lampshades?? I collect lampshades!
      <give away|Free|Cleared> I could pick it up by cargo bike 🚲
      <Ken> Ken is a treasure.
      <give away|Free|open> Sadly too far for me, but what a nice idea.
      <give away|Free|Looking|shoes|shelf> My sister is looking for exactly that.
      <borrow|return> You returned our drill cleaner than it was. Five stars.
    `,
  }),
  topic('lostandfound', {
    tone: 'question',
    weight: 2,
    hashtags: 'lost, found, lostandfound',
    posts: `
      Found on {street}: {lost}. It is on the wall by number {3-48}, under a flowerpot.
      Lost somewhere between {venue} and {street}: {lost}. It was a present. I'd be so happy to have it back.
      Whoever left {lost} in the bus this morning: the driver has it and waves hello.
      Found after the fair: {lost}, {lost} and an entire trifle. Claim at {venue}.
      I found {lost} on {walk} and hung it on the signpost.
      {^kid} has lost {lost} and is inconsolable. Last seen at the playground around {hour}.
      Found: {lost}. If you can tell me what is [written inside|tied to it|unusual about it], it's yours.
      Somebody took my coat home from {venue} by mistake. I have yours. It's nicer, but mine has my keys in it.
    `,
    comments: `
      <Found|left> That could be [ours|mine|my neighbour's]! Writing to you.
      <Lost|has lost> I saw it there this afternoon!
      <Lost|has lost|Found> Shared it in the school group.
      <Lost|has lost> I'll have a look tomorrow when I walk the dog.
      <trifle> Who loses an entire trifle?
      <bus|Lost> Check with the bus depot on {weekday} mornings.
      <Lost|lost|coat> Hope it turns up soon!
      <Found|found|left> Not mine, but thank you for being honest.
      <left|found|Found> The kindness of people. It makes my day.
    `,
  }),
  topic('thanks', {
    tone: 'warm',
    weight: 3.5,
    scenes: ['vase', 'cake', 'street', 'flowerMeadow'],
    photos: 0.15,
    hashtags: 'thankyou, kindness, community',
    feelings: 'feeling/loved, feeling/happy, thinking about/friends',
    posts: `
      To the young man who carried my shopping up {street}: you did not tell me your name, so I tell everyone else.
      My car would not start, and within five minutes {3-6} people were pushing. One was in slippers. Thank you, {street}!
      Back from hospital, and there is soup on the doorstep from {3-7} different neighbours. I have never been so touched, or so full.
      Thank you, {friend}, for [the lift|your ladder|the soup|listening|two hours of your Saturday]. I owe you one. Two, really.
      Somebody has been shovelling the path in front of number {4-40} for years. Today I caught them at it. Thank you, {friend}.
      I forgot my purse at the till, and the stranger behind me paid and said: “next time you do it for somebody else”. Done today.
      Our {club} turned ten. Ten years of keys, chairs, tea and people who stay to sweep up. I love you all.
      The bus driver waited for me today. He saw me running and he waited. That is all. That's the post.
      My [mother|father|uncle|aunt|sister] moved here a year ago without knowing anybody. Yesterday they needed a table for fourteen.
      The children at the school wrote letters to everyone at the care home. {^relative} has read hers out loud {5-9} times so far.
      A note in my letterbox: “Your window boxes make my walk to work better.” I don't know who you are, but you've made my year.
      Our washing machine gave up, and the whole house has offered theirs. We now have a rota and better gossip than ever.
    `,
    comments: `
      That's what neighbours are for ❤️
      <pushing|Thank you|strang|carried> You'd have done the same, {author}.
      This made my day.
      <name|note|who you are> I know who it was, but I've promised not to tell 🤫
      <hospital> Get well soon! More soup is on its way.
      The world is better than the news.
      <Thank you, > It was a pleasure, honestly.
      I'm not crying, you are.
      More of this, please.
      <street|Our|pushing|slippers|note> I love living here.
      <slippers> Slippers on duty, any time!
      <paid|strang> Pass it on 💛
    `,
  }),
  topic('bikes', {
    tone: 'announcement',
    weight: 2.5,
    scenes: ['bicycle', 'street', 'rollingHills', 'fields'],
    photos: 0.5,
    hashtags: 'cycling, twowheels',
    feelings: 'thinking about/a ride, feeling/happy, feeling/tired',
    posts: `
      Bike repair on {weekday}, {hour}, {venue}. Bring your squeaks.
      Fixed my first flat tyre all by myself. Only took {50-110} minutes, two videos and a plaster.
      {18-95} km today, {weather} included. Legs: gone. Head: clear.
      There is glass on the cycle path by {street} again. I have swept the worst of it, but watch your tyres.
      Found my old bike in {relative}'s shed. New chain, new brakes, same scratches. It still pulls to the left, like in {1984-2009}.
      The ferry takes bikes again! So {walk} is back on the list for {weekend}.
      {^kid} rode without training wheels today. All the way to the corner, into the hedge, and laughing.
      To the person who put air in my tyres at the station: I noticed. Thank you.
      Does somebody have a small frame for a {9-13}-year-old? We can swap a bigger one, blue, well loved.
      A slow ride to {walk} on {weekend}, with three stops for {drink} and none for racing. Who's in?
      New bell. It goes “ding” with such confidence that I take the long way round.
      The bike kitchen fixed {19-52} bikes this month. None of us are mechanics. All of us are greasy.
    `,
    comments: `
      <Who's in|slow ride|ferry> I'm in, if there's {cake}.
      <hedge> The hedge is part of the training.
      <flat tyre> Well done! The second one takes half as long.
      <glass> That path needs a proper clean. I'll write to the council.
      <repair|kitchen|Fixed> You fixed my brakes last month, they still purr.
      <old bike|New bell> What a beauty! They don't build them like that any more.
      <ride|km today|ferry> Is it hilly? I have old knees.
      <left> Left is a good direction.
      <repair|kitchen> See you at {venue}, I'll bring rags and biscuits.
      <ding> Ding! 🔔
      <small frame> We have one in the cellar, I'll measure it tonight.
    `,
  }),
];

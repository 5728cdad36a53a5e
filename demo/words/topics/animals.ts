import { topic } from '../topic.ts';

export const animalTopics = [
  topic('cats', {
    tone: 'funny',
    weight: 4,
    scenes: ['cat'],
    photos: 0.55,
    hashtags: 'cats, catsofhearth, caturday',
    feelings: 'feeling/happy, feeling/loved, feeling/tired',
    posts: `
      {cat} has learned to open the [bread bin|cupboard|bathroom door]. We live here as guests now.
      Bought an expensive cat bed. {cat} sleeps in the box that it came in.
      {cat} brought me a [leaf|sock|very offended moth] at five in the morning. I said thank you. What else can you do?
      Working from home, day {40-900}: {cat} has sent two messages and ended one meeting.
      {cat} met {dog} from next door today. Both are pretending that it never happened.
      Vet says {cat} should lose {300-900} grams. {cat} has asked for a second opinion.
      New job title: person who opens the tin.
      {cat} is {5-19} today. Tuna for everyone 🐟
      The sun moves, {cat} moves. It is better than any clock.
      Every chair in this house is {cat}'s chair. I have tried all of them.
      There is a cat in {venue}. Nobody knows whose. It attended the whole meeting and voted.
      {cat} sat on the {game} board when I was winning. I suspect {friend} of bribery.
      Is it normal that my cat watches the washing machine from start to end, and looks disappointed when it stops?
      After {2-8} years {cat} has decided to sit on my lap. I have not moved since {hour}. Please send food.
    `,
    comments: `
      Give {cat} a kiss from me. I know that's not the name, but they all answer to food.
      Mine does exactly the same 😹
      Cats don't have owners, they have staff.
      More photos please!
      Ha! That face.
      <lap> You may never stand up again. Those are the rules.
      <bed|machine|chair> Ours prefers the sink.
      <moth> The moth probably needed an adventure.
      <meeting|voted|landlord|bribery> I'm crying 😂
      <chair|voted|bread bin|meeting> That's not a cat, that's a landlord.
      <is \\d+ today> Happy birthday to the boss!
      I read this to mine. No reaction, as expected.
    `,
  }),
  topic('dogs', {
    tone: 'funny',
    weight: 3,
    scenes: ['sea', 'forest', 'rollingHills', 'fields'],
    photos: 0.3,
    hashtags: 'dogsofhearth, dogwalk, muddypaws',
    feelings: 'feeling/happy, feeling/loved, meeting/a dog, feeling/tired',
    posts: `
      {dog} rolled in something by the river. The something won.
      Met {4-11} dogs on {walk} today. I can tell you all of their names and not one of their owners'.
      {dog} carried the same stick for {3-9} kilometres and then could not get it through the gate.
      Looking for somebody to walk {dog} on {weekday}s. Pay: enthusiasm, mostly {dog}'s.
      {dog} has passed puppy school! Second from last, but very popular.
      The postwoman left biscuits and a note for {dog}. Nobody ever leaves a note for me.
      {dog} is afraid of: thunder, balloons, the blue bin, and one particular duck.
      Rain, wind, mud up to the ears, and one of us could not be happier. (It's {dog}.)
      {dog} dug up {friend}'s {flower}. We come in peace, with new ones.
      It is official: we have adopted {dog}, {2-11} years old, ears of different sizes. Welcome home ❤️
      Does anyone's dog also bark at the choir? Only at the tenors?
      Taught {dog} to bring the newspaper. It is never ours, but it is a newspaper.
      Found: one tennis ball on {walk}. {dog} says finders keepers.
    `,
    comments: `
      Good [boy|girl]! The best [boy|girl]!
      <Looking for> I can take {weekday}s!
      <ears> Those ears 😍
      <duck> The duck knows what it did.
      <rolled> Ketchup gets the smell out. So I've been told.
      <adopted> Welcome to the family!
      <choir> Ours only barks at the altos.
      Say hello to that wet nose from us.
      <walk|Met|Rain> We meet you two every morning, I had no idea you're on here!
      <Second> Second from last is still a diploma.
      <dug> The flowers are forgiven. That face could get away with anything.
      <stick> Is that the stick or a tree?
    `,
  }),
  topic('lostpets', {
    tone: 'sad',
    weight: 1.6,
    scenes: ['cat'],
    photos: 0.45,
    hashtags: 'lostandfound, pleaseshare',
    feelings: 'feeling/sad',
    posts: `
      Has anyone seen {cat}? Gone since {weekday} night, near {street}. [Black with one white sock|Grey, a bit round, very shy|Ginger, answers to the sound of cheese]. Please look into your sheds and garages 🙏
      {cat} has not come home. That has never happened. If you live around {street}, could you check your cellar?
      Our tortoise has escaped again. Slow, but determined. Last seen heading towards {street}.
      {dog} slipped the lead on {walk} around {hour}. Friendly, a bit nervous, red collar. Please ring if you see {dog}, don't chase.
      Found on {street}: a small grey cat, no collar, very hungry, very polite. Whose are you?
      A blue budgie landed on our balcony. It says “good morning, Peter”. Peter, get in touch.
      Night three without {cat}. We left the window open and the radio on. If you see a thin tabby near the canal, please write to me.
    `,
    comments: `
      <seen|Night|come home|escaped|slipped> Oh no. I'll [look in our shed|ask around|check the garage] right away.
      Shared. Fingers crossed!
      <seen|Night|tortoise|budgie|come home> I think I saw one like that near {street} [last night|this morning|an hour ago].
      <(Has anyone seen|has not come home|Night three)> Put the litter tray outside, they follow the smell home. It brought ours back after {2-6} days.
      <seen|Night|come home|escaped|slipped> Keeping everything crossed for you 🤞
      <Found|seen|come home|Night> Have you called the vet on {street}? People hand them in there.
      We'll keep our eyes open on the school run.
      Not on our side of the bridge, but I'll keep looking.
      <(Has anyone seen|has not come home|Night three)> Thinking of you. Ours came back after a week as if nothing had happened.
      <seen|Found|budgie|tortoise|come home> I'll put a note up at {venue}.
    `,
  }),
  topic('foundpets', {
    tone: 'warm',
    weight: 1,
    scenes: ['cat'],
    photos: 0.6,
    hashtags: 'thankyou, happyend',
    feelings: 'feeling/happy, feeling/loved',
    posts: `
      {cat} IS BACK. Thin, smug and smelling of somebody else's perfume. Thank you all for searching ❤️
      Update: {dog} was found by {friend}, asleep in a hedge. You are the best neighbours anyone could ask for.
      The tortoise has been located under the neighbour's car, {7-60} metres from home. A record.
      Peter has been found! He and the budgie have had an emotional reunion on our balcony.
      After {4-13} days {cat} walked in, ate two dinners and went to sleep on my coat. I have not stopped smiling.
      Thank you to the kind stranger on {street} who fed {cat} for a week and then read the note on the lamp post.
    `,
    comments: `
      Oh thank goodness!
      Best news of the [week|day]!
      <BACK|found|walked> What a relief. Scratch behind the ears from us.
      <BACK|dinners|fed> I knew it! Cats always have a second family.
      Crying happy tears over here.
      <BACK|located|walked> Hooray! I can stop checking our shed now 😄
      So glad. Sleep well tonight!
      This community ❤️
    `,
  }),
];

import { topic } from '../topic.ts';

export const lifeTopics = [
  topic('work', {
    tone: 'funny',
    weight: 3,
    hashtags: 'worklife, justsaying',
    feelings: 'feeling/tired, thinking about/sleep, drinking/coffee, thinking about/the future',
    posts: `
      Meeting that could have been an e-mail. E-mail that could have been silence.
      Night shift over, birds awake, bread shop open. There are worse ways to end a day.
      Handed in my thesis! {61-190} pages and I have no memory of writing any of them.
      My chair at work has been reupholstered. I sit differently. I think differently. I am the chair now.
      Exam in {2-9} days. I have cleaned the whole flat and alphabetised the spices.
      A pupil gave me an apple today, and then asked for the other half back.
      {^kid} explained my job to the class: “Mama types until it is dark.”
      New colleague brought {cake} on day one. Promoted in my heart already.
      Delivered {40-160} parcels today. {6-12} dogs, {2-5} stories of people's lives, one marriage proposal, thirty-one thank-yous.
      I fixed the printer. I am now the person who fixes the printer. It was a trap.
      Out of office until {weekday}. I have set up the automatic reply and immediately checked my mail.
      Quit my job today. Scared, light, hungry. In that order.
      The harvest is in, the barn is full, and I could sleep standing up.
      After {12-30} years in an office I spend my days planing wood. My hands hurt and I whistle.
      Patient number {9-30} today said: “You have kind eyes, above that mask.” I lasted until the car park.
    `,
    comments: `
      <printer> The printer trap 😂 It gets us all.
      <thesis> Well done! Sleep for a week now.
      <alphabet> Alphabetised spices are half a degree.
      <Night shift> You've earned the bread.
      <Patient|Night shift|parcels|pupil> Thank you for what you do ❤️
      <Mama> “Mama types until it is dark” needs to be a book.
      <Quit|years in> Brave! I'm rooting for you.
      <chair> I am the chair now. Framing this.
      <Exam> Good luck! You'll be brilliant.
      <parcels> We should bring our delivery people cake more often.
      <Meeting|Out of office|Exam> Same here, {weekday} can't come soon enough.
      <Quit|thesis> What are you going to do next?
    `,
  }),
  topic('jokes', {
    tone: 'funny',
    weight: 3,
    hashtags: 'joke, dadjoke, sorrynotsorry',
    feelings: 'feeling/happy',
    posts: `
      I told my plants a joke. They did not laugh, but the mint grew three centimetres out of spite.
      Why do bees hum? Because they've forgotten the words.
      I'm reading a book about glue. Can't put it down.
      My neighbour and I share a hedge. I trim my side, he trims his. It now looks like a very bad haircut.
      What do you call a snowman in July? A puddle with memories.
      I bought a thesaurus and every page was blank. I have no words.
      [My wife|My husband|My sister|My boss] says I never listen. At least I think that's what it was.
      Two fish in a tank. One says: do you know how to drive this?
      The shovel was a ground-breaking invention. {^kid} told me that one and has been laughing since {hour}.
      I wanted to become an archaeologist, but my career is in ruins.
      My horoscope said that I would meet a tall stranger. It was the new ladder from the tool library.
      Parallel lines have so much in common. A pity that they'll never meet.
      I asked the librarian for a book on paranoia. She whispered: “It's right behind you.”
      The bus was so full today that even the poster was standing.
      I have stopped procrastinating. Starting tomorrow.
      What is orange and sounds like a parrot? A carrot. (Ask {kid}. It's the best one this week, by vote.)
      I used to be indecisive. Now I'm not so sure.
      My scales and I have agreed to see other people.
    `,
    comments: `
      😂😂😂
      Take my like and leave.
      I hate how much I laughed.
      Told it at dinner. Silence. Thank you.
      {author}, no. Just no.
      This one goes straight to my dad.
      My [daughter|son|nephew|whole class] has been repeating it all day.
      Boo! (Another one, please.)
      I groaned so loudly that the dog looked up.
      Worth getting out of bed for.
      You need to be stopped.
      <no words|thesaurus> I have no words either.
    `,
  }),
  topic('reading', {
    tone: 'warm',
    weight: 2.5,
    scenes: ['books', 'coffee', 'cat'],
    photos: 0.4,
    hashtags: 'bookclub, reading, library, nowreading',
    feelings: 'custom/reading, drinking/tea, feeling/happy',
    posts: `
      Finished {book} at two in the morning. I regret nothing, except the meeting at eight.
      Book club on {weekday}: {book}. You may come without having read it. Half of us always do.
      The library is open until {hour} on {weekday}s now. Warm, quiet, free. What a miracle libraries are.
      Started {book} for the third time. This time we get past page {30-60}, it and I.
      Reading {book} aloud to {kid}, one chapter a night. We are both not allowed to peek.
      There is a little free library on {street} now, built by {friend} from {material}.
      I read {22-61} books this year. The best one was {book}, and I fought with everyone about it.
      Somebody left {book} on the bus with a note inside: “This helped me. Maybe it helps you.” It did.
      Learning {language} with children's books. I now know forty words for “bear”.
      What is the opposite of a page-turner? I'm in one. But I never give up on a book. Should I?
      {^relative} reads the last page first. We have stopped speaking about it.
      Donated {2-6} boxes of books and came home with one. Progress.
      A rainy {weekend}, {book}, {drink}, and the phone in another room.
    `,
    comments: `
      <Finished|Started|best one|Book club|Reading> Oh, I loved that one.
      <opposite|third time> Life is too short. Put it down!
      <Book club|Finished|Reading|Started> I'm on page {40-200}, no spoilers!
      <Finished|best one> The ending broke me.
      <Finished|best one|rainy|left> Can I borrow it after you?
      <last page> Your [mother|aunt|sister] is a monster and I respect it.
      <Book club> See you on {weekday}. Haven't read it. Will bring wine.
      <library|Library|free library> Libraries are the best thing humans ever thought of.
      <free library> I've just put {book} through the slot for you.
      <forty> Forty words for bear 😂
      <Finished|best one|rainy|Reading> Adding it to the pile by my bed. The pile is winning.
      <Finished|Started|Book club> Read it at school and hated it. Read it again at fifty and cried.
    `,
  }),
  topic('crafts', {
    tone: 'warm',
    weight: 2.5,
    scenes: ['yarn', 'quilt', 'books', 'pots'],
    photos: 0.6,
    hashtags: 'handmade, makers, craft',
    feelings: 'making/something warm, feeling/happy, feeling/excited',
    posts: `
      Finished {craft}! Started in {2016-2018}. Let's not talk about it.
      Knitting circle on {weekday}, {hour}, {venue}. Bring wool, gossip optional.
      I made a table out of {material}. It only wobbles when you look at it.
      {^kid} learned to sew today: {craft} for the teddy. The teddy is very grateful.
      Mended {friend}'s jumper with the brightest yellow I could find. If it's torn, let it shine.
      Has anyone a pattern for {craft} that a beginner can finish before spring? Any spring.
      {40-98} hand-sewn squares, one quilt, {6-11} women, one winter of {weekday} evenings. It goes to the maternity ward on {weekday}.
      @photo My first bowl from the pottery class. It holds water, if you are quick.
      Unravelled the whole thing. {30-80} hours. I am at peace. I am not at peace.
      Built {friend} a shelf. In return I got {thing} and a lesson in patience.
      The repair circle darned {14-40} pairs of socks tonight. We solved the world's problems as well, but forgot to write it down.
      Dyed wool with onion skins. Beautiful gold. The kitchen will smell like soup for a month.
      I carved a spoon. It took a week. You can buy one for two coins. But not this one.
    `,
    comments: `
      <Finished|table|jumper|quilt|bowl|gold|carved|shelf|sew> That's gorgeous, {author}!
      <wobbles> The wobble is charm.
      <Unravelled> Frogging is character building. I'm so sorry.
      <Finished|carved|bowl|table|quilt> Would you teach me?
      <Finished|wool|Unravelled> What yarn is that?
      <Finished|jumper> I still wear the one you made me.
      <yellow> The yellow makes it better than new.
      <Finished|quilt|bowl|carved|darned|sew> Such skilful hands!
      <pattern> I have the perfect pattern, I'll bring it on {weekday}.
      <teddy> The teddy looks great.
      <Finished|carved|table|bowl|gold|shelf> You should open a little shop.
      <Any spring> Any spring 😄 That's my pace too.
    `,
  }),
  topic('town', {
    tone: 'announcement',
    weight: 3,
    hashtags: 'localnews, council, volunteering, ourtown',
    feelings: 'meeting/neighbours, feeling/excited, thinking about/the future',
    posts: `
      Roadworks on {street} from {weekday}, about {2-9} weeks. The detour goes past {venue}, which means {cake}.
      The council meets on {weekday}, {hour}. On the list: the playground, the bus and, for the {4-11}th time, the fountain.
      The fountain works! For {20-90} minutes now. I'm standing next to it. Come quickly.
      The library needs {2-5} volunteers for the story hour. No experience needed, silly voices a plus.
      Water will be off on {street} on {weekday} morning. Fill your kettles.
      Good news: the {weekday} market stays! Bad news: the cheese man only comes every second week.
      Planting {30-140} trees on {weekend} by the railway path. Spades are there, hands are not.
      Petition for a zebra crossing at {venue}: {180-900} signatures so far. The lollipop lady signed first.
      First aid course in {venue}, {weekday}, free. Two hours that somebody may thank you for.
      The night bus is back on {weekend}s. Somebody up there listened.
      We are {12-60} people now in {club} and have run out of chairs. This is the best problem we have ever had.
      Blood donation on {weekday} from {hour} in {venue}. There are biscuits. You'll be a hero by {hour}.
      They want to sell {venue}. There's a meeting on {weekday}, {hour}. Please come, even if you only clap.
      Food bank update: we need tinned fruit, nappies and coffee. We have enough pasta to build a house.
      The swimming pool gets its roof after all! Opening planned for next [spring|autumn|year]. Or the one after.
    `,
    comments: `
      <night bus|fountain|roof|Petition|crossing|Roadworks> About time!
      <meets|Planting|course|donation|meeting|clap> I'll be there.
      Thank you for keeping us informed, {author}.
      <Petition> Signed. And my mother. And her bridge club.
      <meets|course|donation|meeting|Planting> Is there parking?
      <fountain> The fountain! I never thought I'd live to see it.
      <fountain> It has stopped again, hasn't it.
      <silly> I can do silly voices.
      <hour|course|Planting|meeting> Can you bring a child along?
      Shared with the whole street.
      <Planting> Two spades and three teenagers coming your way.
      <cheese> The cheese man is worth the wait.
      <Roadworks> Not again {street}...
      <clap> Clapping is my best skill.
    `,
  }),
];

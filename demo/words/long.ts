import { templates } from './grammar.ts';
import { slots } from './slots.ts';
import type { Tone } from './topic.ts';

/** Stories that need room, close to what a post may hold. */
export const longPosts: Array<{ tone: Tone; posts: ReturnType<typeof templates> }> = [
  {
    tone: 'warm',
    posts: templates(
      `
      I want to tell you about the bench on {walk}.⏎⏎When we moved here, {6-30} years ago, I sat down on it every evening because I knew nobody. After a week an old man sat down next to me. He said nothing. The next evening he brought a second cup. We drank {drink} and looked at the hills, and on the ninth evening he said: “You know, you may say something.” I laughed so much that I spilt it all.⏎⏎His name was Arthur. He introduced me to {friend}, who introduced me to {club}, which introduced me to everyone else. Arthur died in the spring, at ninety-three. Today {club} put a small brass plate on the bench. It says: “You may say something.”⏎⏎So if you are new here, or lonely, or both: I'm there most evenings around {hour}. I bring a second cup.
      {^relative} kept a diary of the weather for {41-60} years. One line a day, never more. “Fog. Hens out.” “Wind, two slates.” “Snow, cannot find the gate.”⏎⏎I have been copying it out since the winter, and somewhere in the middle of {1961-1989} there is a line that only says: “Sun. She said yes.” The next day it is back to “Drizzle. Planted leeks.”⏎⏎I had to put it down and go for a walk. All my life I thought of them as people who had always been old and always been together, like the two trees behind the house. And there it is, between a storm and the leeks: one day on which everything was still open, and then it wasn't, and they were happy about it for half a century.⏎⏎Today's line, for the record: “Sun and cloud. Wrote this down.”
      It started with a leaking tap. I asked here whether somebody had a spanner. {friend} came with a spanner. The spanner did not fit, so {friend} rang somebody, who came with a bigger spanner and his daughter. The daughter had homework, so I cleared the table. As the table was clear and it was {hour}, I put on {dish}. The smell brought the neighbours from upstairs, who brought chairs, and the chairs brought their guests from {city}.⏎⏎At nine there were {11-17} of us in a kitchen for four. Somebody fetched {instrument}. The girl finished her homework (fractions, we all helped, it may well be wrong). At eleven they all washed up in a tap that still leaks.⏎⏎I have decided to leave it like that.
      A year ago I could not run to the bus. I am writing this down because somebody may need to read it.⏎⏎The doctor said: move. I said: how? She said: out of the door. So I walked to the post box and back, and was out of breath, and ashamed. The next day I went again. After a month I reached the bridge. There I met {friend}, with that dog, and we fell into step. After three months we went round the lake. It rained, we swore, we went again.⏎⏎Today I ran {5-10} kilometres. Slowly! Behind me came an eighty-year-old and in front of me everyone else. At the finish they were all waiting, the whole of {club}, with a banner on which my name was spelled wrong. I have never seen anything more beautiful.⏎⏎Out of the door. That is the whole secret. The rest is one foot and then the other.
      What I learned in my first year with an allotment, in no particular order:⏎⏎1. Everything takes longer than you think, apart from bindweed.⏎2. The man on plot {5-38} who never says hello says it in May, with {6-20} tomato plants.⏎3. You don't grow {veg}. You stand nearby while they grow.⏎4. There is no bad soil, only impatient people. (There is also bad soil.)⏎5. A shed is not for tools. It is for sitting in when it rains.⏎6. If you plant one courgette, you have courgettes. If you plant two, you have a problem. If you plant three, you have no friends.⏎7. Robins know exactly what they are doing.⏎8. You will be sore in places that you did not know you had, and you'll sleep like a stone.⏎9. Somebody planted the apple tree that you eat from. Plant one for whoever comes next.
      For the people who ask how the community dinner works: it is not complicated, it is only a lot of small things.⏎⏎Monday, {friend} goes round the shops and collects what would be thrown away. Tuesday, we look at it and decide: {dish}, usually, or something that has no name yet. Wednesday at two, whoever has time comes to {venue} and peels. At six the doors open. You pay what you can. Some put in a note, some a coin, somebody always a button, and every one of them gets the same plate and the same “good evening”.⏎⏎We sit at long tables so that you have to ask your neighbour for the salt. That is the actual point. Last week a judge passed it to a man he once sentenced. They talked about pigeons for an hour.⏎⏎We need: two people who can lift a pot of forty litres, one who can make a joke while washing up. Come as you are.
    `,
      slots,
    ),
  },
  {
    tone: 'funny',
    posts: templates(
      `
      The story of how I got a {weekday} off, told in the order in which it happened.⏎⏎{hour2}: {cat} brings in a mouse. The mouse is alive and has plans.⏎Ten minutes later: the mouse is behind the piano. {cat} has lost interest. {dog} has not.⏎Half an hour later: {friend} arrives with a shoebox, a stick and great confidence.⏎One hour later: the piano is in the hall. So is {friend}. There is no way past either.⏎Two hours later: a neighbour passes a cheese sandwich through the window, for the mouse. {friend} eats it.⏎Three hours later: {kid} comes home, climbs over the piano, says “oh, hello”, picks the mouse up and carries it into the garden.⏎⏎The piano is still in the hall. We've decided that it looks good there. It is the first thing visitors see, and the last thing they get past.
      A complete list of the things I have been told by {kid} since {hour}:⏎⏎– that snails have fourteen thousand teeth⏎– that I have crumbs on my face (correct)⏎– that the moon is “obviously” following our car⏎– that {friend} snores (from whom does the child know this?)⏎– that when you are old you shrink, and that it's already started with me⏎– that there was a sock in the soup (correct)⏎– that one could, in theory, eat an entire candle⏎– that this theory has been tested⏎– that I am the best cook in the world, apart from grandma, the school, the bakery and the people who make crisps⏎– that nobody in the class believes that I was once in a newspaper, and could I please find it⏎⏎It's bedtime in {2-4} hours. Send strength. And possibly a candle.
      Notes from our first house meeting, as taken by me, the only person who could find a pen:⏎⏎Item 1, the bicycles in the hallway. Everybody is against bicycles in the hallway. Everybody has a bicycle in the hallway.⏎Item 2, the smell on the second floor. It's cabbage. It has always been cabbage. Mrs Vogel will not be apologising.⏎Item 3, noise. {^instrument2} may be played until eight. It was asked whether it may also be played well. This was not put to the vote.⏎Item 4, the garden. {friend} offered to do everything. All in favour, very quickly.⏎Item 5, any other business. There was {cake}. Mrs Vogel had made it. The smell on the second floor was then declared a cultural asset.⏎⏎Next meeting in a year. Bring a pen.
    `
        .replace('{hour2}', '{5-7} in the morning')
        .replace('{^instrument2}', '{^instrument}'),
      slots,
    ),
  },
  {
    tone: 'announcement',
    posts: templates(
      `
      A few words about last {weekend}, as many of you have asked.⏎⏎We expected {30-50} people for the clean-up. {110-190} came. The youngest slept in a sling through all of it; the oldest is {84-93} and told the rest of us where the path used to be. We took {2-5} tonnes out of the river: {3-9} shopping trolleys, a safe (open, empty, sorry), one tuba, and so many bottles that we stopped counting.⏎⏎The tuba still works. {friend} played {song} on it, on the bridge, in waders. If you heard something like a sad cow around {hour}: that was it.⏎⏎Thank you to {club} for the soup, to the council for the lorry, and to the man who stopped to complain about the parking and stayed for five hours. We do it again in the spring. Bring gloves. And whoever has lost a safe: it is at {venue}.
      Dear neighbours of {street},⏎⏎the plan for the old bakery is out, and I've read all {60-140} pages so that you don't have to. In short: the shop stays a shop. Above it there will be {4-9} flats, two of them without stairs. The yard becomes a garden with a gate that is open from eight to eight. The chestnut is kept, and there is a whole page about the chestnut, which I recommend.⏎⏎What is not settled: who runs the shop. There is talk of a co-operative: {50-200} of us with a share each, bread, milk, parcels, and a table where one may sit without buying anything. {friend} has done the sums. They are almost not mad.⏎⏎We meet on {weekday}, {hour}, in {venue}. Come and bring your doubts, we would like to use them early. There will be {cake}, in memory of the old oven.
    `,
      slots,
    ),
  },
  {
    tone: 'sad',
    posts: templates(
      `
      We said goodbye to Mr Okello today, who ran the shoe repair on {street} for {31-45} years.⏎⏎If you ever walked past, you'll know the bell, the smell of glue and polish, and the voice from the back: “Walk a little for me.” He never looked at the shoe first. He looked at how you walked in it. Then he told you what was wrong, mostly with the heel, sometimes with your life.⏎⏎He mended my wedding shoes and, twelve years later, told me that I should wear them again. He mended {kid}'s first football boots and would not take money, “because of the goals”. When the church was full today, people stood outside as far as the fountain. Somebody had put a pair of shoes by the door, then somebody else did, and when we came out there were two hundred pairs.⏎⏎They are all going to the night shelter. Polished. He'd have insisted.
      Ten years ago today we arrived here with {2-4} suitcases and one telephone number.⏎⏎The number was wrong. The woman who picked up was called {author2}; she did not understand a word of what I said, but she understood that it was night and that I was crying. She came to the station in her slippers. We slept in her living room for five weeks. She learned how to make {dish} and we learned how to wait for a bus.⏎⏎She would have been {81-92} this month. I still can't pass the platform without looking for the slippers. Everything that we've built here, the shop, the flat, the children's funny accent when they are angry, stands on a wrong number.⏎⏎If your phone rings tonight and you do not understand: please don't hang up at once.
    `.replace('{author2}', 'Margaret'),
      slots,
    ),
  },
];

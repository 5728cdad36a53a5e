import { templates } from './grammar.ts';
import { slots } from './slots.ts';
import type { Tone } from './topic.ts';

const lines = (text: string) => templates(text, slots);

/** Comments that fit any post of their tone. */
export const talk: Record<Tone, ReturnType<typeof lines>> = {
  warm: lines(`
    Love this ❤️
    How lovely!
    So good to read this, {author}.
    ❤️
    😍
    👏👏
    You've made me smile. Thank you.
    Beautiful!
    Wonderful, {author}!
    Oh, yes!
    That sounds [perfect|wonderful|like a very good day].
    What a good idea.
    I want to be where you are right now.
    This is the best thing I've seen all [day|week|morning].
    Couldn't agree more.
    Please never stop posting.
    🧡🧡
    We should meet up again soon!
    Greetings from [all of us|number {3-60}|the other side of the hill]!
    That's you all over 😊
    I was just thinking about you!
    Enjoy!
    Delightful.
    {friend}, look at this!
    Exactly what I needed today.
    More of that, please.
  `),
  funny: lines(`
    😂
    🤣🤣
    I laughed so hard that [the dog left|I spilt my tea|people on the train looked].
    Brilliant.
    That's so you, {author}.
    Ha!
    This made my day.
    Tell me more.
    I can picture it exactly.
    Stop it 😄
    Sounds like our house.
    Sending this to {friend}.
    Classic.
    I'm still giggling.
    Priceless!
    Every single time.
    You couldn't make it up.
  `),
  question: lines(`
    Good question! I'd like to know, too.
    Following 👀
    I'll ask around.
    No idea, but good luck!
    Sent you a message.
    {friend} might know.
    Give me a ring, I'll explain.
    Up! So that more people see it.
    Have you asked at {venue}?
    Let us know what you find out.
    I had the same thought last week.
  `),
  announcement: lines(`
    Great news!
    👍
    Count me in.
    Thank you for organising this, {author}!
    See you there!
    Passing it on.
    Noted!
    Finally!
    Can I bring a friend?
    I'll put it in the calendar.
    Good to know, thanks.
    What would we do without you?
    Wouldn't miss it.
    I'll tell {friend}.
    Oh no, I'm away that day!
    Yes!! 🎉
    Can't wait.
  `),
  sad: lines(`
    Thinking of you.
    ❤️
    Sending a big hug.
    So sorry to read this, {author}.
    I'm here if you need anything.
    Oh no.
    All the best to you.
    🤗
    Call me any time.
    Let us know if we can help.
    I feel for you.
  `),
};

/** Replies of others to a comment by `{name}`. */
export const replies: Record<Tone, ReturnType<typeof lines>> = {
  warm: lines(`
    Exactly!
    I thought the same, {name}.
    ❤️
    You said it.
    Me too!
    Agreed 😊
    Oh, that's a lovely thought.
    {name}, you're invited too!
    Same time next year?
    Yes, {name}!
    We'd be up for that.
  `),
  funny: lines(`
    😂😂
    {name}, stop!
    Now I can't unsee it.
    I nearly choked on my tea.
    You win.
    That's going on the fridge.
    Not helping, {name} 😄
    True, though.
  `),
  question: lines(`
    That worked for us too.
    Are you sure, {name}? I'd have said the opposite.
    Good tip!
    I didn't know that.
    Yes, ask there. They're really nice.
    Second that.
    {name} is right.
    Do you still have the number?
  `),
  announcement: lines(`
    Me too!
    Shall we go together, {name}?
    Same here.
    I can give you a lift.
    I heard that as well.
    Let's hope so.
    See you there, {name}!
  `),
  sad: lines(`
    Well said, {name}.
    ❤️
    So true.
    I had forgotten that. Thank you, {name}.
    We all feel that way.
  `),
};

/** Replies of the post's author. */
export const authorReplies: Record<Tone, ReturnType<typeof lines>> = {
  warm: lines(`
    Thank you, {name}! ❤️
    Aw, thank you!
    You're too kind, {name}.
    😊😊
    Thanks, that means a lot.
    Thank you, {name}. You've made my evening.
    ❤️
    <\\?$> Come by and I'll show you!
    <\\?$> I'll write to you, {name}.
    <\\?$> Oh, that's a long story.
    <meet|again|coming|want to be|like to see|love to go|[Ww]ith you> Let's do that! The kettle is on.
    <Save|left|slice|swap|cutting|hungry|water|want> I'll bring you some tomorrow.
    <Take me|join|next time|wish|jealous> Next time you're coming along, {name}.
    <Enjoy|Bring|Keep|never stop|Give|luck|Please|please|More> Will do!
    <bring|swap|come|exchange> Deal.
    <Congrat|Happy|All the best|proud|Cheers> Thank you so much, {name}!
  `),
  funny: lines(`
    I'm glad somebody finds it funny 😄
    You have no idea, {name}.
    I wish I were joking.
    😂
    To be continued.
    {name} 😄
    Happy to entertain you.
    <\\?$> Ask me again tomorrow.
    <\\?$> No comment.
    <Stop|Boo|hate|no\\.|like and leave> It gets worse.
    <Sending|dinner|Told|repeating> Don't encourage them!
    <Tell me|book|Write|picture> Film rights are still available.
    <Same|same|our house|Ours|ours|Mine|mine> We should start a club.
  `),
  question: lines(`
    Thank you, {name}!
    Brilliant, I'll try that.
    I'll report back.
    Thanks, that helps a lot.
    <[Ff]ollowing|know, too|like to know|same thought|find out> I'll tell you as soon as I know more.
    <message|ring|Write|write> Just seen it. Thank you!
    <shop|Call|might know|ask|Try> Thanks! Could you send me the number?
    <paper|Jam|screw|iron|straw> It worked! You're a genius, {name}.
    <have one|come by|pick|take it|borrow> Perfect. I owe you a [coffee|cake|jar of jam].
    <there\\?|big|roughly|else> Yes, still here. Come by any time.
    <\\?$> Good question. I'm not sure.
    <Before nine|night shift|geese|famous> That's what I was afraid of 😅
  `),
  announcement: lines(`
    Thank you, {name}!
    The more the merrier.
    You're a star, {name}.
    Good to have you with us.
    Tell everyone!
    <bring|help|join|May we|children|child|still> Yes, of course you can!
    <there|in!|Wouldn't|wait|Count|Finally> Great, see you there, {name}!
    <tables|cake|bring|spades|voices|hands|game|rags> I'll write you down for that. Thank you!
    <parking|wheelchair|access> There is, right behind {venue}, and a ramp.
    <\\?$> Details are coming this week.
    <away|sad|Oh no|Poor> Next time, {name}!
    <Well done|Proud|Amazing|legend|hero> Thank you! I'm still out of breath.
  `),
  sad: lines(`
    Thank you, {name}. It helps.
    Thank you for your kind words.
    That means a lot to me.
    ❤️ Thank you.
    Thank you, {name}, I'll let you know.
    I know you understand, {name}.
  `),
};

/** Under photos that need no more words. */
export const captions: Record<string, ReturnType<typeof lines>> = Object.fromEntries(
  Object.entries({
    allotment: `Plot, {weekday}, {hour}. | That's where I am when I don't answer the phone. | Dirt under the nails, peace in the head.`,
    autumnTree: `@autumn The old tree has put on its best coat. | @autumn Leaf rain. | @autumn {^weekday} colours.`,
    balloons: `Up, up and away! | Count them! | They were so quiet.`,
    bicycle: `My car for {8-30} years now. | Parked. | Ready for {walk}.`,
    books: `Old friends. | “Have you read them all?” No. That's the point. | One more shelf and I'll stop.`,
    bread: `Fresh out of the oven. | Still warm. | Number {5-40}. The best so far.`,
    cake: `For {friend}! | It's somebody's birthday somewhere. | Before.`,
    camp: `Five-star hotel. | Somebody forgot the tin opener. | Good night from {walk}.`,
    cat: `The boss. | {cat}, doing nothing, very well. | Supervisor of the street.`,
    coffee: `Time out. | First one. | With {friend}, at last.`,
    fair: `What a day! | We made it happen. | Look at all those people who said they couldn't come.`,
    fields: `Between two villages. | Nothing but lines. | Hay fever never looked so good.`,
    flowerMeadow: `@summer Lie down and listen. | @spring Everything at once. | @summer Do not mow.`,
    forest: `Deep breath. | Ten minutes from {street}. | Church.`,
    fruitBowl: `Somebody has been to the market. | From the garden to the table: {12-40} steps. | Help yourselves.`,
    garden: `Come in, the gate is open. | After {3-9} years of digging. | My happy place.`,
    harbour: `All home again. | Every house a different colour, every owner a different opinion. | Evening round.`,
    lake: `Not a ripple. | Who needs the sea? | Early.`,
    lanterns: `What a night! | We were {30-90} people and one harmonica. | Nobody went home.`,
    mountains: `Worth every step. | {1200-2900} metres and one thermos. | Hello from up here!`,
    mushrooms: `@autumn Found, admired, left standing. | @autumn Anyone know these? | @autumn Small people live here.`,
    pond: `Monet was here. | The frogs send greetings. | Quiet.`,
    pots: `The family is growing. | Watered, turned, praised. | South window.`,
    quilt: `Done! | {1200-4800} stitches. | From {relative}'s dresses.`,
    rollingHills: `My commute. | That way, then left at the tree. | Home.`,
    sea: `Nothing more to say. | Salt air. | Windy, wide, wonderful.`,
    skyline: `All those windows. | Late train, good view. | City of lights.`,
    snow: `@winter Good morning, winter. | @december Do you hear it? Nothing. | @winter Cancelled everything.`,
    soup: `Lunch. | Good for the soul. | There's enough for two.`,
    street: `Our street, {weekday} morning. | Every door a story. | Home sweet home.`,
    sunflowers: `@summer Good morning, sunshine! | @summer Taller than {friend}. | @summer They all look the same way, except that one.`,
    together: `These people ❤️ | All of us, at last. | {2-20} years later, same jokes. | Missing only {friend}.`,
    vase: `From the market. | Just because. | From {friend}. I was speechless.`,
    window: `Sat here for an hour. | Light as medicine. | Look up!`,
    yarn: `Plans. | I can stop any time. | Winter may come.`,
  }).map(([scene, text]) => [scene, lines(text.replaceAll(' | ', '\n'))]),
);

/** Above a shared post. */
export const shareWords = lines(`
  This! 👇
  Please read.
  Worth sharing.
  {author} says it better than I could.
  Does anyone near {street} know more?
  Made me smile, so here you are.
  For everyone who missed it.
  Sharing this for {friend}.
  So proud to be {author}'s neighbour.
  Remember this?
  Good news travels fast.
  I've been thinking about this all day.
  Can somebody help?
  More people should see this.
  {author} ❤️
  Look what {author} wrote.
`);

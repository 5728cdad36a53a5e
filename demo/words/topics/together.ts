import { topic } from '../topic.ts';

export const togetherTopics = [
  topic('choir', {
    tone: 'warm',
    weight: 3.5,
    scenes: ['window', 'together', 'lanterns', 'street'],
    photos: 0.35,
    hashtags: 'choir, singing',
    feelings: 'making/music, feeling/excited, feeling/happy, rememberring/a song',
    posts: `
      Rehearsal tonight at {hour}, {venue}. We start with {song}, so bring your low notes.
      We sang {song} in the stairwell after rehearsal because of the echo. Nobody wanted to go home.
      Tenors! We need tenors. No audition, no experience, there is {cake}.
      {10-40} people, four voices, one {song}. When it clicks, it clicks.
      Concert on {weekend} at {hour}, {venue}. Free, but bring a coin for the roof.
      The new conductor said “that was nearly music”. We have never been so proud.
      @december Carols on the square on {weekday}, {hour}. We do the singing, you do the mulled apple juice.
      I have had {song} in my head for {3-9} days. Send help, or a harmony.
      Thank you to everyone who came last night. {80-240} people in {venue}, and you could hear a pin drop in {song}.
      Third row, second from the left, wrong note in bar {12-60}: that was me. Sorry. Not sorry. It was a wonderful evening.
      {friend} sang the solo tonight without telling anyone beforehand. I have goose bumps still.
      If you only sing in the shower: we rehearse on {weekday}s. You may keep your clothes on.
      We have found {song} in an arrangement that even the basses like.
      Lost: my voice, somewhere between rehearsal and the pub. If found, please keep it warm.
    `,
    comments: `
      <Rehearsal|tonight at|rehearse on> I'll bring [cake|biscuits|my loudest alto].
      Goose bumps just reading this.
      <Tenors|shower|Rehearsal> Is it too late to join?
      <last night|solo|goose|That was|Third row> I was there. It was [magical|beautiful]. Thank you, all of you.
      <my voice> Honey, ginger, silence. In that order.
      <basses> The basses have feelings too!
      <stairwell> The stairwell version was the best one.
      <Concert on|Carols> Save me a seat near the front!
      <last night|solo|wonderful evening> What a night that was 🎶
      <wrong note> Nobody heard the wrong note. Well. I did, but I sang it too.
      <solo|Third row|my voice> {author}, your voice carries us all.
      <Concert|solo|last night|stairwell|Carols> Can somebody record it for those who can't come?
      I come for the singing and stay for the cake.
    `,
  }),
  topic('music', {
    tone: 'warm',
    weight: 2,
    scenes: ['lanterns', 'together', 'street'],
    photos: 0.25,
    hashtags: 'livemusic, makemusic',
    feelings: 'making/music, feeling/excited, custom/listening to music',
    posts: `
      Started learning {instrument} at {42-71}. The neighbours are being very brave.
      Open stage on {weekday} at {venue}: five minutes each, no judges, plenty of tea.
      Our band finally has a name. It took {4-11} months and ended in a vote: “The Damp Towels”.
      First gig in {2-9} years tonight. My hands remember. Mostly.
      {^kid} played {instrument} at the school concert and waved at us in the middle of it.
      Looking for somebody who plays {instrument} and has a free {weekday} evening and low expectations.
      Busked with {friend} outside the market. Earned {12-48} coins, two apples and a proposal of marriage (not for me).
      Teacher says I play {song} “with conviction”. I know what that means.
      There is a piano in {venue} now, tuned and unlocked. Please play it. Especially if you only know one song.
      I practised {instrument} for twenty minutes a day for a year. Today I played {song} from start to end.
    `,
    comments: `
      <song|gig|Played|played|practised|band> I'd buy that record.
      <Started|practised> Never too late! I started at {55-70}.
      <Damp Towels> The Damp Towels 😂 I want the T-shirt.
      <waved> The wave is the best part of every concert.
      <neighbours|practised|Teacher> I've been hearing you through the wall. You're getting better!
      <Looking for> I play {instrument}, badly. Does that count?
      <Open stage|Looking> Count me in for {weekday}.
      <twenty minutes> A year of twenty minutes. Respect.
      <gig|Open stage> We'll be in the front row.
      <apples> Two apples! That's a good rate.
    `,
  }),
  topic('streetparty', {
    tone: 'announcement',
    weight: 3,
    scenes: ['fair', 'street', 'lanterns', 'together', 'cake'],
    photos: 0.45,
    hashtags: 'neighbours, community, ourstreet',
    feelings: 'meeting/neighbours, feeling/excited, meeting/new people, making/plans',
    posts: `
      @summer Street party on {street}, this {weekend} from {hour}. Bring a chair, a dish and a neighbour you haven't met yet.
      @summer Who has long tables? We need {3-8} more for the street party. I'll bring them back, even clean.
      @summer {^street} is closed to cars and open to everyone. There are chalk drawings as far as number {20-60}.
      @autumn Lantern walk on {weekday} at dusk, starting from {venue}. The brass band has promised to walk slowly this time.
      @december The tree on the market square is up. It leans. We love it.
      @spring Big spring clean on {weekend}, {hour}: gloves and bags are there, hot soup afterwards.
      School fair on {weekend}: tombola, {cake}, a bouncy castle and the headteacher in the dunk tank.
      We raised {310-980} for the playground at the fair! The dunk tank alone made {60-210}. Sorry, headteacher.
      The programme for the summer festival is out. {friend} is on it, right after the dog show.
      Repair café on {weekend} at {venue}. Bring what is broken. Last time we rescued {11-34} things, among them a toaster from 1968.
      Flea market in {venue} on {weekend}. Stalls are free, you only promise to take home what you don't sell.
      Welcome lunch for everyone who moved here this year: {weekday}, {venue}, {hour}. Come as you are.
      Still looking for two people to help at the cake stand on {weekend}, {hour} to whenever the cake is gone.
      Thank you for last night! {70-190} people, {9-20} nationalities, one power cut, zero worries.
    `,
    comments: `
      <party|walk|fair|clean|festival|lunch|market> Count us in!
      <tables> I have two tables and a parasol.
      <party|fair|lunch|cake> I'll make {cake}.
      <party|fair|festival|Repair|clean> Can I help with the setting up?
      <party|lunch> What time should we bring the food?
      <party|lunch> We moved in [last month|in spring]. May we come too?
      <party|lunch> You always may. It's what it's for.
      <street|Street|last night> Best street in town.
      <power cut> The power cut was the best part, everybody sang.
      <headteacher> Poor headteacher 😂
      <café|lunch|fair|market|festival> Is it wheelchair friendly?
      I'll tell everyone at {club}.
      <toaster> My toaster is alive again, thank you so much!
      <party|walk|lunch|fair|market> We'll be there with [four|five|six] children and an appetite.
    `,
  }),
  topic('games', {
    tone: 'funny',
    weight: 2,
    scenes: ['coffee', 'books', 'cake'],
    photos: 0.2,
    hashtags: 'cosyevening, friends',
    feelings: 'custom/playing games, meeting/friends, feeling/happy',
    posts: `
      Lost at {game} to a {7-10}-year-old. She offered me lessons.
      Game night on {weekday}, {hour}, {venue}. Beginners welcome, sore losers too.
      Film night: {film}, on the wall behind {venue}. Blankets and popcorn, {weather} or not.
      We have played {game} every {weekday} for {2-9} years and {friend} still claims not to know the rules.
      Watched {film} again. Cried at the same place again. No regrets.
      Our quiz team came [second|third|fourth]. We knew every river and not one pop song.
      Somebody returned {game} to the library with one piece missing, and an apology and a hand-carved replacement. I love this town.
      {^kid} made up a new rule in {game}. It is better than the old one. We have written to the publisher.
      Seven people, one sofa, {film}. Bring cushions next time.
      I found a word worth {58-113} points in Scrabble. I'm writing it here because nobody at home wants to hear it any more.
      Puzzle of {1000-3000} pieces, {8-15} evenings, and the last one is under the cat.
    `,
    comments: `
      <word worth> What was the word??
      <lessons> Take the lessons.
      <pop song> I know pop songs! Take me!
      <piece> The dog ate ours. The actual last piece.
      <night on> I'll bring {game} and snacks.
      <again. Cried> {film} gets me every time too.
      <rules> I do not know the rules and I stand by that.
      <Lost at|every|Lost> Rematch on {weekday}!
      <carved> A carved replacement 🥹
      <Film|sofa> Popcorn is on me.
      <new rule> I want to play by the new rule.
    `,
  }),
  topic('sport', {
    tone: 'announcement',
    weight: 2.5,
    scenes: ['fields', 'rollingHills', 'together', 'sea'],
    photos: 0.2,
    hashtags: 'sport, moveit, teamspirit',
    feelings: 'feeling/tired, feeling/excited, thinking about/health',
    posts: `
      Lost {1-3}:{4-9}, but what a goal. Ask {friend}, they will tell you about it until Christmas.
      First five kilometres without stopping! Slowly. A snail overtook me, but it was a fit snail.
      Training moves to {weekday}, {hour}, because of the {club}. Bring water and a second pair of socks.
      The under-tens won! And shared their oranges with the other team. I don't know which made me prouder.
      The running group meets at {venue}, {weekday}s, {hour}. We run at the speed of the slowest, which is me.
      Swam {20-64} lengths today. The lifeguard nodded at me. Best award I ever got.
      We need a goalkeeper for {weekend}. Requirements: two hands, sense of humour.
      {^relative} finished the half marathon at {61-74}. I held the banner and cried into it.
      Anyone for {sport} on {weekday}s? We are {5-9} people and all equally bad.
      I came last in the {sport} tournament, and they still gave me {cake}. I will be back.
      The old {sport} court behind {venue} has new lines. Painted by volunteers, almost straight.
      Sore everywhere. Who said yoga was gentle?
    `,
    comments: `
      <First|won|Swam|finished|last in|Lost> Well done! 👏
      <nodded> That nod means a lot.
      <snail> The fit snail 😂
      <goalkeeper> I have two hands!
      <won|Lost|finished> Proud of you all.
      <First|running|finished> Next time I'm running too. I'm writing it here so that I have to.
      <finished|Swam|goal> What a [hero|legend].
      <goal\\.> It was a beautiful goal. I was there. I'll also tell it until Christmas.
      <Anyone for|running group|Training> Where do I sign up?
      <straight> Almost straight is straight enough.
      <Sore> Ice, then heat, then chocolate.
      <finished> Amazing at that age. Amazing at any age!
    `,
  }),
];

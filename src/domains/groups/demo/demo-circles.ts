import type { DemoGroup } from './group-demo.server.ts';

export const demoCircles: DemoGroup[] = [
  {
    slug: 'cold-water',
    title: 'Cold Water Swimmers',
    logo: 'wave',
    colour: '#2f6f8f',
    cover: 'lake',
    owner: 1,
    known: { 2: 'moderator' },
    staffTitles: ['Safety', 'Flasks and towels'],
    since: 0.2,
    joined: 0.5,
    categoryId: 13,
    linkUses: 7,
    bans: [{ reason: 'Sold wetsuits in every thread, after three reminders.', days: 26 }],
    description:
      'We swim in the lake all year round, every morning at seven.\n\nNobody swims alone. Ten strokes count.',
    location: 'The jetty at the north shore',
    rules:
      '1. Never alone, never after drinking.\n2. Stay within sight of the jetty from October to April.\n3. No advertising.',
    posts: [
      {
        text: 'Welcome, everybody! Say in the comments which morning suits you, and somebody will be there.',
        isPinned: true,
        comments: ['Tuesdays and Fridays for me.', 'Weekends only, but in any weather.'],
      },
      {
        text: 'Five degrees this morning, and mist so thick that we swam by ear.',
        isByMember: true,
        scenes: ['lake', 'snow'],
        comments: ['I could hear you counting!', 'The jetty was the nicest thing I saw all week.'],
      },
      {
        text: 'The ladder is repaired. Thank you to the two who held the other end.',
        scenes: ['harbour'],
        comments: ['It no longer bites.'],
      },
      {
        text: 'First time for me today. I shouted, I laughed, I would like to do it again.',
        isByMember: true,
        film: { scene: 'harbour', title: 'The harbour at seven in the morning' },
        comments: ['That is how it starts.', 'Same time tomorrow?', 'Welcome to the cold.'],
      },
      {
        text: 'Whose is the blue flask? It waits at the kiosk, still warm.',
        isByMember: true,
        comments: ['Mine. It was a present, thank you!'],
      },
    ],
    albums: [
      {
        title: 'A year at the jetty',
        description: 'One picture for each month, more or less.',
        scenes: ['lake', 'sea', 'pond', 'snow', 'harbour'],
        captions: ['January', 'Warmer than it looks', '', ''],
      },
    ],
  },
  {
    slug: 'long-table-books',
    title: 'The Long Table Book Club',
    logo: 'book',
    colour: '#7a4b3a',
    cover: 'books',
    owner: 1,
    known: { 2: 'member' },
    staffTitles: ['Keeper of the list', 'Cake'],
    since: 0.35,
    joined: 0.25,
    requests: 4,
    invited: 2,
    linkUses: 3,
    bans: [
      { reason: 'Gave away the end of every book, twice in one evening.' },
      { reason: 'Wrote to members about a business of his own.', days: 9 },
    ],
    joinQuestions: ['Which book did you last put down unread?', 'Can you come on Mondays?'],
    answers: [
      ['One about bees. It was about a divorce.', 'Every Monday but the first.'],
      ['I finish all of them, out of spite.', 'Yes!'],
      ['A very long one with a map in front.', 'After eight, when the children sleep.'],
    ],
    categoryId: 6,
    description:
      'Twelve chairs, one book a month, and nobody minds if you only read half of it. We eat first.',
    rules: 'What is heard at the table stays at the table. No endings before the coffee.',
    settings: {
      visibility: 'members',
      join_policy: 'approval',
      comment_policy: 'members',
      post_policy: 'approval',
    },
    pendingPosts: [
      'May I bring my sister on Monday? She has read it twice and takes notes.',
      'Selling three boxes of crime novels, cheap. Collect them before the rain does.',
    ],
    posts: [
      {
        text: 'The list for this winter is pinned here: November the lighthouse, December the letters, January the one about the ice.',
        isPinned: true,
        comments: ['The library has two copies of the ice.', 'I can lend mine from Sunday.'],
      },
      {
        text: 'I am on page 40 and already angry with everybody in it.',
        isByMember: true,
        comments: ['Wait for the aunt.', 'The aunt!'],
      },
      {
        text: 'Soup on Monday: who brings bread?',
        scenes: ['soup'],
        comments: ['Bread: me.', 'And butter: me.'],
      },
      {
        text: 'Found in the second-hand shop, with a stranger’s notes in the margin. They are better than the book.',
        isByMember: true,
        scenes: ['books', 'window'],
        comments: ['Please bring it along.'],
      },
    ],
  },
  {
    slug: 'bread-and-coffee-friends',
    title: 'محبو الخبز والقهوة',
    logo: 'loaf',
    colour: '#9a6b2f',
    cover: 'allotment',
    known: { 1: 'member' },
    since: 0.45,
    joined: 0.3,
    categoryId: 4,
    description:
      'وصفات الخبز المنزلي وأسرار القهوة من كل مكان. نلتقي كل يوم جمعة بعد الظهر، والجميع مرحب بهم.',
    location: 'المقهى القديم',
    rules: 'كونوا لطفاء، وشاركوا الوصفة كاملة.',
    posts: [
      {
        text: 'أهلاً وسهلاً بكم! اكتبوا لنا عن أول رغيف خبزتموه.',
        comments: ['كان محترقاً من تحت ونيئاً من فوق.', 'ما زلنا نضحك منه في البيت.'],
      },
      {
        text: 'خبز اليوم بالزعتر. Recipe in the comments for those who ask.',
        isByMember: true,
        scenes: ['bread'],
        comments: ['تبدو رائعة!', 'The recipe, please!'],
      },
      {
        text: 'قهوة الصباح مع الهيل، وهدوء قبل أن يستيقظ الجميع.',
        isByMember: true,
        scenes: ['coffee'],
        comments: ['صباح الخير.'],
      },
    ],
  },
  {
    slug: 'thursday-games',
    title: 'Board Games on Thursdays',
    logo: 'house',
    colour: '#5b5a8c',
    cover: 'skyline',
    owner: 2,
    known: { 1: 'moderator' },
    staffTitles: ['Rules lawyer', 'Snacks'],
    since: 0.3,
    joined: 0.35,
    categoryId: 8,
    description:
      'Two tables, sometimes three. Beginners sit next to somebody who explains, and the loser chooses the next game.',
    location: 'Back room of the reading room',
    settings: { post_policy: 'staff' },
    posts: [
      {
        text: 'This Thursday: the one with the trains on table one, and the one that nobody can pronounce on table two.',
        scenes: ['together'],
        comments: ['Trains!', 'I’ll bring the expansion.', 'Please do not bring the expansion.'],
      },
      {
        text: 'A green die is missing. Look in your sleeves.',
        comments: ['Found. I do not want to talk about it.'],
      },
      {
        text: 'New rule: whoever reads the manual aloud gets the first biscuit.',
        scenes: ['cake'],
        comments: ['Finally some justice.'],
      },
    ],
  },
];

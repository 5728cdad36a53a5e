import type { DemoGroup } from './group-demo.server.ts';

export const demoNeighbours: DemoGroup[] = [
  {
    slug: 'upper-mill-lane',
    title: 'Neighbours of Upper Mill Lane, Chapel Row and the Old Canal Path',
    logo: 'house',
    colour: '#6a7f45',
    cover: 'street',
    known: { 1: 'member', 2: 'member' },
    staffTitles: ['Number 12', 'Number 31'],
    since: 0.1,
    joined: 0.6,
    categoryId: 14,
    description: 'Lost cats, found gloves, ladders to lend. If you live here, you are one of us.',
    location: 'Between the mill and the second bridge',
    rules: 'Be as kind as you would be over the fence.\nSell nothing but what grew in your garden.',
    posts: [
      {
        text: 'The water is off on Tuesday from eight to noon. Fill your kettles.',
        isPinned: true,
        comments: ['Thank you, I would have found out in the shower.'],
      },
      {
        text: 'Grey cat, white paws, very sure of herself, has been sleeping in our shed since Friday. Whose is she?',
        isByMember: true,
        scenes: ['cat'],
        comments: [
          'That is Mrs Tibbs. She has four homes.',
          'Five. She has breakfast with us.',
          'Does she also have a dentist?',
        ],
      },
      {
        text: 'Too many pumpkins. They are on the wall, take what you can carry.',
        isByMember: true,
        scenes: ['allotment', 'garden'],
        comments: ['Soup for a week, thank you!'],
      },
      {
        text: 'The lamp by the second bridge is dark again.',
        isByMember: true,
        scenes: ['lanterns'],
        comments: ['Reported, number 4411.', 'It came back as I walked under it.'],
      },
      {
        text: 'Street party: tables from three, music until the first complaint.',
        scenes: ['fair', 'together'],
        comments: ['I’ll bring chairs.', 'I’ll bring the complaint, at eleven.'],
      },
    ],
    albums: [
      {
        title: 'Street party',
        description: '',
        scenes: ['fair', 'together', 'lanterns', 'street'],
        captions: ['', 'Number 12 dancing', 'All the chairs we own'],
      },
    ],
  },
  {
    slug: 'night-shift',
    title: 'Night Shift',
    logo: 'note',
    colour: '#37406b',
    cover: 'lanterns',
    known: { 1: 'none', 2: 'requested' },
    since: 0.5,
    joined: 0.2,
    requests: 3,
    joinQuestions: ['Where do you work at night?'],
    answers: [['On ward four.'], ['At the bakery, from two.'], ['I drive the last bus.']],
    categoryId: 10,
    description:
      'For nurses, bakers, drivers and everybody else who is awake when nobody answers the telephone. Closed, because we complain.',
    rules: 'No names of patients, passengers or bosses.',
    settings: { visibility: 'members', join_policy: 'approval' },
    posts: [
      {
        text: 'Four in the morning is the longest hour. What do you do with yours?',
        comments: ['Toast.', 'I look at the fish in the waiting room.', 'I count trams.'],
      },
      {
        text: 'Saw the sun rise over the harbour on the way home. Somebody has to.',
        isByMember: true,
        scenes: ['harbour', 'skyline'],
        comments: ['Sleep well.', 'Good night!'],
      },
    ],
  },
  {
    slug: 'surprise-for-june',
    title: 'Surprise party in June (do not mention it!)',
    logo: 'balloon',
    colour: '#b0567a',
    cover: 'balloons',
    owner: 2,
    known: { 1: 'invited' },
    since: 0.9,
    joined: 0.15,
    invited: 3,
    categoryId: 7,
    description:
      'She turns fifty and must not know. Everything is planned here: who brings what, who keeps her busy until six, and who bakes.',
    settings: { visibility: 'members', is_listed: false, join_policy: 'invitation' },
    posts: [
      {
        text: 'The boat house is booked. Deposit paid, not a word to her brother, he cannot keep a secret.',
        isPinned: true,
        comments: ['He asked me yesterday why I was whistling.'],
      },
      {
        text: 'Cake: three layers or four?',
        isByMember: true,
        scenes: ['cake'],
        comments: ['Four.', 'One for each decade that she admits to: three.'],
      },
      {
        text: 'I take her to the cinema at four. Two and a half hours, I checked.',
        isByMember: true,
        comments: ['Sit on her telephone.'],
      },
    ],
  },
  {
    slug: 'model-steamers',
    title: 'Donaudampfschifffahrtsmodellbaufreunde',
    logo: 'anchor',
    colour: '#46606a',
    cover: 'harbour',
    known: { 1: 'none', 2: 'member' },
    since: 0.05,
    joined: 0.15,
    categoryId: 11,
    description:
      'Model steamers in scale 1:50, from 2018 until the pond was drained. The plans stay here for whoever builds one.',
    settings: { state: 'archived' },
    posts: [
      {
        text: 'First run of the season. Two sank, one was rescued by a duck.',
        scenes: ['pond'],
        comments: ['The duck deserves a medal.'],
      },
      {
        text: 'Plans for the paddle wheel, as promised. Cut slowly.',
        isByMember: true,
        comments: ['Thank you! Mine turns the wrong way, but it turns.'],
      },
      {
        text: 'The pond is being drained, and so we stop here. It was a fine fleet.',
        scenes: ['pond', 'harbour'],
        comments: ['Full steam, always.', 'Bye, everybody!'],
      },
    ],
  },
];

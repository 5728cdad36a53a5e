import type { SceneName } from '../drawing/scenes.ts';
import { templates, type Template } from './grammar.ts';
import { slots } from './slots.ts';
import type { Tone } from './topic.ts';

export interface Link {
  uri: string;
  siteName: string;
  title: string;
  description: string;
  scene?: SceneName;
  tone: Tone;
  posts: Template[];
}

const link = (
  uri: string,
  siteName: string,
  title: string,
  description: string,
  posts: string,
  tone: Tone = 'warm',
  scene?: SceneName,
): Link => ({
  uri,
  siteName,
  title,
  description,
  tone,
  posts: templates(posts, slots),
  ...(scene ? { scene } : {}),
});

const wikipedia = (
  page: string,
  title: string,
  description: string,
  posts: string,
  scene?: SceneName,
  tone?: Tone,
) =>
  link(
    `https://en.wikipedia.org/wiki/${page}`,
    'Wikipedia',
    title,
    description,
    posts,
    tone,
    scene,
  );
const gazette = (
  page: string,
  title: string,
  description: string,
  posts: string,
  tone: Tone = 'announcement',
  scene?: SceneName,
) =>
  link(
    `https://gazette.example/${page}`,
    'The Hearth Gazette',
    title,
    description,
    posts,
    tone,
    scene,
  );

/** Encyclopaedia pages that exist, and local sites under .example, which no one can own. */
export const links: Link[] = [
  wikipedia(
    'Sourdough',
    'Sourdough',
    'Sourdough is a bread made by fermenting the dough with wild lactobacilli and yeast.',
    `
    So that's what lives in the jar.
    For {friend}, who asked why it bubbles.`,
    'bread',
  ),
  wikipedia(
    'Desire_path',
    'Desire path',
    'A desire path is an unplanned small trail made by people walking the way that they like best.',
    `
    There is a name for the shortcut behind {venue}!
    My new favourite word.`,
    'rollingHills',
  ),
  wikipedia(
    'Murmuration',
    'Common starling: murmurations',
    'Flocks of starlings can take the form of large, ball-shaped clouds that change constantly.',
    `
    How do they do it? Read this and was none the wiser, but happier.`,
    'skyline',
  ),
  wikipedia(
    'Kintsugi',
    'Kintsugi',
    'Kintsugi is the Japanese art of repairing broken pottery with lacquer dusted with gold.',
    `
    For everybody who comes to the repair café.
    I dropped {relative}'s bowl. And then I found this.`,
  ),
  wikipedia(
    'Umarell',
    'Umarell',
    'Umarells are men of retirement age who pass the time watching construction sites, hands clasped behind their backs.',
    `
    Italian has a word for what happens on {street} every morning.
    I feel seen.`,
    undefined,
    'funny',
  ),
  wikipedia(
    'Allotment_(gardening)',
    'Allotment (gardening)',
    'An allotment is a plot of land made available for individual, non-commercial gardening.',
    `
    A bit of history for all who dig.`,
    'allotment',
  ),
  wikipedia(
    'Hygge',
    'Hygge',
    'Hygge is a word in Danish and Norwegian that describes a cosy, contented mood.',
    `
    We've been doing this wrong and right for years.`,
    'coffee',
  ),
  wikipedia(
    'Repair_café',
    'Repair café',
    'A repair café is a meeting in which people repair household devices, bicycles and clothes together.',
    `
    It started in Amsterdam in 2009. And now in {venue}!`,
    'bicycle',
  ),
  wikipedia(
    'Library_of_Things',
    'Library of things',
    'A library of things lends out useful objects rather than books.',
    `
    What do you think, could we do that too? I'd start with my {tool}.`,
    'books',
    'question',
  ),
  wikipedia(
    'Northern_lights',
    'Aurora',
    'An aurora is a natural light display in the sky, mostly seen in high-latitude regions.',
    `
    They say there's a chance tonight! Who's coming up {walk}?`,
    'camp',
    'announcement',
  ),
  link(
    'https://www.gutenberg.org/ebooks/1342',
    'Project Gutenberg',
    'Pride and Prejudice by Jane Austen',
    'Free e-book of the novel first published in 1813.',
    `
    Next for the book club, and it costs nothing.
    Rereading the first chapter for the tenth time.`,
    'warm',
    'books',
  ),
  link(
    'https://www.gutenberg.org/ebooks/113',
    'Project Gutenberg',
    'The Secret Garden by Frances Hodgson Burnett',
    'Free e-book of the children’s classic from 1911.',
    `
    Reading this to {kid}, a chapter a night.`,
    'warm',
    'garden',
  ),
  link(
    'https://www.openstreetmap.org/',
    'OpenStreetMap',
    'OpenStreetMap',
    'The free wiki world map, made by people like you.',
    `
    Our {weekend} walkers' group has been adding benches to this. {34-90} so far! Which one did we forget?
    Maps made by neighbours. I added the tap on {street}.`,
    'announcement',
  ),
  link(
    'https://allotments.example/waiting-list',
    'Hearth Allotment Society',
    'Plots and waiting list',
    'Which plots are free, what they cost, and how to get one.',
    `
    There are {2-6} half plots free. First come, first dig!
    Before you ask: yes, you can share one.`,
    'announcement',
    'allotment',
  ),
  link(
    'https://recipes.example/lentil-soup-for-a-crowd',
    'The Long Table',
    'Lentil soup for a crowd',
    'One pot, thirty bowls, an hour. Freezes well, forgives everything.',
    `
    We cooked this for {30-80} people on {weekday}. Not a spoonful left.
    Replace the celery with whatever you have. I did.`,
    'warm',
    'soup',
  ),
  link(
    'https://recipes.example/plum-cake',
    'The Long Table',
    'Plum cake, the tray version',
    'A yeast dough that waits for you, and as many plums as you can carry.',
    `
    For everyone with a tree and no more jars.`,
    'warm',
    'cake',
  ),
  link(
    'https://recipes.example/no-knead-bread',
    'The Long Table',
    'Bread that kneads itself',
    'Four ingredients, one bowl and a night’s sleep.',
    `
    If I can do it, so can you. Really.`,
    'warm',
    'bread',
  ),
  link(
    'https://choir.example/concerts',
    'Thursday Choir',
    'Concerts and open rehearsals',
    'When and where you can hear us, and how to join.',
    `
    All dates at last. Come and hear {song}!
    We still need tenors. I'm not begging. I am begging.`,
    'announcement',
    'window',
  ),
  link(
    'https://bikes.example/kitchen',
    'Bike Kitchen',
    'Opening hours and tools',
    'Bring your bike, we bring the spanners. Help for self-helpers.',
    `
    New opening hours, as many of you asked.
    The truing stand is back from repair. Yes, we see the irony.`,
    'announcement',
    'bicycle',
  ),
  link(
    'https://repair.example/calendar',
    'Repair Café',
    'Dates of the next repair cafés',
    'Lamps, trousers, toasters: we try everything once.',
    `
    Next one on {weekend}. Please don't throw the toaster away yet!`,
    'announcement',
  ),
  link(
    'https://library.example/story-hour',
    'Town Library',
    'Story hour for children',
    'Every week, for everyone from three to nine and whoever brings them.',
    `
    {^kid} would like everybody to know about this.
    Guess who reads next {weekday}? With voices!`,
    'warm',
    'books',
  ),
  link(
    'https://school.example/summer-fair',
    'Bell Street School',
    'School fair: programme and helpers',
    'Stalls, games, music and the list for cake.',
    `
    The cake list is open. You know who you are.
    Still {3-9} gaps in the rota. Even half an hour helps.`,
    'announcement',
    'fair',
  ),
  link(
    'https://walks.example/ridge-path',
    'Slow Walks',
    'The ridge path in an afternoon',
    'Eleven kilometres, two benches with a view, one inn that is sometimes open.',
    `
    Did this on {weekend}. The inn was open!
    Best walk I know for people who like to talk.`,
    'warm',
    'rollingHills',
  ),
  link(
    'https://walks.example/lake-loop',
    'Slow Walks',
    'Once around the lake',
    'Flat, wide enough for prams and wheelchairs, swimming places marked.',
    `
    Tested with a pram and a grandmother. Both approved.`,
    'warm',
    'lake',
  ),
  gazette(
    'fountain',
    'The fountain works. For now',
    'After eleven years and four council votes, water flows on the market square. We asked the ducks.',
    `
    Front page!
    “We asked the ducks.” Never change, Gazette.`,
    'funny',
  ),
  gazette(
    'tree-count',
    'Volunteers plant 400 trees in one morning',
    'Three generations, two hundred spades and a great deal of soup.',
    `
    Look who's in the second row 😊
    Come back in thirty years and sit in the shade.`,
    'announcement',
    'forest',
  ),
  gazette(
    'night-bus',
    'Night bus returns after vote',
    'From next month the last bus leaves at half past midnight on Fridays and Saturdays.',
    `
    We did it! {600-2400} signatures and one very patient clerk.`,
  ),
  gazette(
    'bakery',
    'Ninety years of warm rolls',
    'The bakery on Station Street closes its doors. Its customers remember.',
    `
    Crying into my last roll.`,
    'sad',
    'bread',
  ),
  gazette(
    'hedgehogs',
    'How to build a hedgehog highway',
    'A hole the size of a saucer in every fence is all that it takes.',
    `
    Our side of {street} is done. What about yours?
    {^kid} has already cut the hole. I was not asked.`,
    'warm',
    'garden',
  ),
  gazette(
    'swimming-pool',
    'Pool roof: the saga continues',
    'An opening date has been set, for the third time.',
    `
    I'm taking bets.`,
    'funny',
  ),
];

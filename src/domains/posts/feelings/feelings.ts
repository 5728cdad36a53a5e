import type { FeelingCatalogue } from './feelings.schema.ts';

/** A feeling or activity: `{author} is {parent} {child}`. */
export interface FeelingChild {
  id: number;
  title: string;
  emoji: string;
}

export interface FeelingParent extends FeelingChild {
  /** The question over its list. */
  tagline: string;
  children: FeelingChild[];
}

/**
 * Children are written `emoji title`; their ids are parent * 100 + n, so new ones go to the end.
 */
function parent(
  id: number,
  title: string,
  emoji: string,
  tagline: string,
  children: string[],
): FeelingParent {
  return {
    id,
    title,
    emoji,
    tagline,
    children: children.map((child, index) => {
      const at = child.indexOf(' ');
      return { id: id * 100 + index + 1, title: child.slice(at + 1), emoji: child.slice(0, at) };
    }),
  };
}

/** The static catalogue of spec section 3: 11 parents. `rememberring` is spelled so on the wire. */
export const feelings: FeelingParent[] = [
  parent(27, 'feeling', '😊', 'How are you feeling?', [
    '😀 happy',
    '😠 angry',
    '😢 sad',
    '🤩 excited',
    '😴 tired',
    '🥰 loved',
  ]),
  parent(26, 'eating', '🍽️', 'What are you eating?', [
    '🍕 pizza',
    '🍰 cake',
    '🥗 salad',
    '🍜 soup',
    '🍦 ice cream',
  ]),
  parent(23, 'celebrating', '🎉', 'What are you celebrating?', ['🎂 a birthday', '🐣 Easter']),
  parent(22, 'attending', '🎟️', 'What are you attending?', ['🎤 a concert']),
  parent(29, 'looking for', '🔎', 'What are you looking for?', [
    '🏠 a home',
    '💼 a job',
    '📚 a good book',
    '💡 an idea',
    '🧭 advice',
    '🔑 the keys',
    '🎁 a present',
    '🤝 company',
  ]),
  parent(30, 'making', '🛠️', 'What are you making?', [
    '🍲 dinner',
    '🎵 music',
    '🖼️ a picture',
    '🪑 furniture',
    '🧶 something warm',
    '🥧 a pie',
    '🗺️ plans',
    '📷 photos',
    '🎬 a film',
  ]),
  parent(25, 'drinking', '🥤', 'What are you drinking?', [
    '☕ coffee',
    '🍵 tea',
    '🧃 juice',
    '💧 water',
  ]),
  parent(33, 'thinking about', '💭', 'What are you thinking about?', [
    '👪 family',
    '🧑‍🤝‍🧑 friends',
    '🌍 the world',
    '🏖️ holidays',
    '🍎 food',
    '💪 health',
    '🌱 the garden',
    '🎨 art',
    '🚲 a ride',
    '🌧️ the weather',
    '🛏️ sleep',
    '🔭 the future',
  ]),
  parent(31, 'meeting', '👋', 'Who are you meeting?', [
    '🧑‍🤝‍🧑 friends',
    '👪 family',
    '🏡 neighbours',
    '👩‍💼 colleagues',
    '❤️ someone special',
    '🆕 new people',
    '🧑‍🏫 a teacher',
    '🩺 the doctor',
    '🐶 a dog',
    '🧑‍🎨 an artist',
  ]),
  parent(32, 'rememberring', '🕯️', 'What are you remembering?', [
    '🧸 childhood',
    '👵 grandparents',
    '🏫 school days',
    '🤝 old friends',
    '🌅 a summer',
    '🏠 home',
    '🧳 a journey',
    '🎶 a song',
    '🐾 a pet',
    '💌 first love',
    '🕊️ someone dear',
  ]),
  parent(24, 'custom', '✨', 'What are you up to?', [
    '🎮 playing games',
    '📖 reading',
    '🎧 listening to music',
  ]),
];

const byId = new Map(feelings.map((one) => [one.id, one]));

/** Parent and child, if they stand in the catalogue together. */
export function findFeeling(
  parentId: number | null,
  childId: number | null,
): { parent: FeelingParent; child: FeelingChild } | undefined {
  const found = parentId === null ? undefined : byId.get(parentId);
  const child = found?.children.find(({ id }) => id === childId);
  return found && child && { parent: found, child };
}

/** The emoji as a picture, for clients that load pictures: no file and no request. */
export function emojiPicture(emoji: string): string {
  const text = `<text x="16" y="25" font-size="25" text-anchor="middle">${emoji}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The catalogue as the call answers it. */
export function catalogueView(): FeelingCatalogue {
  const entry = ({ title, emoji }: FeelingChild) => ({
    title,
    photo: emojiPicture(emoji),
    url: emojiPicture(emoji),
  });
  return {
    parent: feelings.map((one) => ({ parent_id: one.id, tagline: one.tagline, ...entry(one) })),
    child: Object.fromEntries(
      feelings.map((one) => [
        one.id,
        one.children.map((child) => ({ child_id: child.id, type: 'feeling', ...entry(child) })),
      ]),
    ),
  };
}

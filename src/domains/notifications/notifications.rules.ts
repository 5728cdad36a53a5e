import { isContainerType } from '#lib/container-types.ts';
import { nameList } from '#lib/names.ts';

/** Nouns for items in sentences: the last word of their type. */
const nouns = [
  'post',
  'comment',
  'album',
  'photo',
  'video',
  'story',
  'conversation',
  'message',
  'review',
  'ad',
];
export const nounOf = (subjectType: string): string =>
  isContainerType(subjectType) ? subjectType : nounOfItem(subjectType);

function nounOfItem(subjectType: string): string {
  // Somebody likes a member by their profile.
  if (subjectType === 'member') return 'profile';
  return nouns.find((noun) => noun === subjectType.split('_').at(-1)) ?? 'item';
}

/**
 * The actors to name, and how many others there are.
 * @param names of the newest two
 */
export function namedActors(names: string[], count: number): { names: string[]; others: number } {
  const [first = 'Somebody', second] = names;
  if (count === 2 && second) return { names: [first, second], others: 0 };
  return { names: [first], others: Math.max(0, count - 1) };
}

/** 'Ada', 'Ada and Bo', 'Ada and 12 others', as plain text. */
export function actorsText(names: string[], count: number): string {
  const actors = namedActors(names, count);
  return nameList(actors.names, actors.others);
}

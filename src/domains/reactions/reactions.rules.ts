import { counted } from '#lib/text.ts';

// Separate from the schemas, so that islands do not load zod.
export const reactionNames = ['like', 'love', 'wow', 'haha', 'sad', 'angry', 'blessings'] as const;
export type ReactionName = (typeof reactionNames)[number];
export type ReactionId = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export interface ReactionKind {
  id: ReactionId;
  name: ReactionName;
  caption: string;
  emoji: string;
}

const emojis: Record<ReactionName, string> = {
  like: '👍',
  love: '❤️',
  wow: '😮',
  haha: '😂',
  sad: '😢',
  angry: '😡',
  blessings: '🙏',
};

/** The seven kinds, in the order of their ids 1 to 7. */
export const reactionKinds: ReactionKind[] = reactionNames.map((name, index) => ({
  id: (index + 1) as ReactionId,
  name,
  caption: name[0]!.toUpperCase() + name.slice(1),
  emoji: emojis[name],
}));

export const reactionKind = (id: number): ReactionKind | undefined => reactionKinds[id - 1];
export const reactionNamed = (name: ReactionName): ReactionKind =>
  reactionKinds[reactionNames.indexOf(name)]!;

export const reactionSentence = (count: number): string =>
  `${counted(count, 'person', 'people')} reacted to this`;

/** Number of each kind, by reaction id, and the viewer's choice. */
export interface Reactions {
  counts: Record<string, number>;
  mine: ReactionName | 'none';
}

/** Replaces the served choice with the viewer's present one. */
export function withChoice(
  served: Reactions,
  choice: ReactionName | 'none' | undefined,
): Reactions {
  if (choice === undefined || choice === served.mine) return served;
  const counts = { ...served.counts };
  const move = (name: ReactionName | 'none', by: 1 | -1) => {
    if (name === 'none') return;
    const { id } = reactionNamed(name);
    const count = Math.max(0, (counts[id] ?? 0) + by);
    if (count) counts[id] = count;
    else delete counts[id];
  };
  move(served.mine, -1);
  move(choice, 1);
  return { counts, mine: choice };
}

export const reactionTotal = ({ counts }: Reactions): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

import { parseWire } from '#lib/dates.ts';
import { groupsAtOnce, storyHours } from './stories.rules.ts';
import type { StoryGroup } from './stories.schema.ts';

const day = storyHours * 60 * 60 * 1_000;

/** Own, then unseen, then seen, then muted ones. */
function rankOf(group: StoryGroup, memberId: number): number {
  if (group.owner_id === memberId) return 0;
  if (group.isMute) return 3;
  return group.isViewed ? 2 : 1;
}

/**
 * The groups with that one as it is now, where the server would put it; without it, if it has no
 * stories any more.
 */
export function placed(groups: StoryGroup[], group: StoryGroup, memberId: number): StoryGroup[] {
  const others = groups.filter(({ owner_id }) => owner_id !== group.owner_id);
  const rank = rankOf(group, memberId);
  // An own group without stories keeps its place: the strip does not draw it.
  if (group.total_stories === 0 && rank > 0) return others;
  const created = group.create_date ?? '';
  const at = others.findIndex((other) => {
    const theirs = rankOf(other, memberId);
    return theirs > rank || (theirs === rank && (other.create_date ?? '') < created);
  });
  return others.toSpliced(at < 0 ? others.length : at, 0, group);
}

const momentOf = (text: string | null): number | undefined =>
  text === null ? undefined : parseWire(text)?.getTime();

/** When the first story of a strip ends. Milliseconds since 1970. */
export function nextEnd(groups: StoryGroup[]): number | undefined {
  const ends = groups.flatMap(({ next_end }) => momentOf(next_end) ?? []);
  return ends.length ? Math.min(...ends) : undefined;
}

/**
 * Whose last story has ended, and of whom only one of several has: there somebody has to be asked
 * what is left.
 */
export function endedAt(groups: StoryGroup[], now: number): { gone: number[]; fewer: number[] } {
  const due = groups.filter(({ next_end }) => (momentOf(next_end) ?? Infinity) <= now);
  const isGone = ({ create_date }: StoryGroup) => momentOf(create_date)! + day <= now;
  return {
    gone: due.filter(isGone).map(({ owner_id }) => owner_id),
    fewer: due.filter((group) => !isGone(group)).map(({ owner_id }) => owner_id),
  };
}

/**
 * Looked at or muted, a group goes further back, and those behind it come forward: pages overlap by
 * as many, so that nobody is left out.
 */
export const pageAfter = (page: number, moved: number): number =>
  Math.max(1, page + 1 - Math.ceil(moved / groupsAtOnce));

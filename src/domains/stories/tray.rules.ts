import { parseWire } from '#lib/dates.ts';
import { groupsPageSize, storyHours } from './stories.rules.ts';
import type { StoryGroup } from './stories.schema.ts';

const day = storyHours * 60 * 60 * 1_000;

/** Own, then unseen, then seen, then muted groups. */
function groupRank(group: StoryGroup, memberId: number): number {
  if (group.owner_id === memberId) return 0;
  if (group.isMute) return 3;
  return group.isViewed ? 2 : 1;
}

/**
 * Inserts the updated group where the server would sort it, or removes it when it has no stories.
 */
export function insertGroup(
  groups: StoryGroup[],
  group: StoryGroup,
  memberId: number,
): StoryGroup[] {
  const others = groups.filter(({ owner_id }) => owner_id !== group.owner_id);
  const rank = groupRank(group, memberId);
  // An own group without stories stays; the tray does not render it.
  if (group.total_stories === 0 && rank > 0) return others;
  const created = group.create_date ?? '';
  const at = others.findIndex((other) => {
    const otherRank = groupRank(other, memberId);
    return otherRank > rank || (otherRank === rank && (other.create_date ?? '') < created);
  });
  return others.toSpliced(at < 0 ? others.length : at, 0, group);
}

const timeOf = (text: string | null): number | undefined =>
  text === null ? undefined : parseWire(text)?.getTime();

/** When the first story ends, in milliseconds since 1970. */
export function nextEnd(groups: StoryGroup[]): number | undefined {
  const ends = groups.flatMap(({ next_end }) => timeOf(next_end) ?? []);
  return ends.length ? Math.min(...ends) : undefined;
}

/** Owners whose last story has ended, and owners with some left, whose groups must be reloaded. */
export function endedAt(groups: StoryGroup[], now: number): { ended: number[]; fewer: number[] } {
  const due = groups.filter(({ next_end }) => (timeOf(next_end) ?? Infinity) <= now);
  const hasEnded = ({ create_date }: StoryGroup) => timeOf(create_date)! + day <= now;
  return {
    ended: due.filter(hasEnded).map(({ owner_id }) => owner_id),
    fewer: due.filter((group) => !hasEnded(group)).map(({ owner_id }) => owner_id),
  };
}

/**
 * Page to request after groups were seen, muted or removed: later groups moved forward, so pages
 * overlap by as many to skip nobody.
 */
export const pageAfter = (page: number, moved: number): number =>
  Math.max(1, page + 1 - Math.ceil(moved / groupsPageSize));

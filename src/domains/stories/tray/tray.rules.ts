import type { StoryGroupModel } from '#domains/stories/stories.model.ts';
import { groupsPageSize, storyHours } from '#domains/stories/stories.rules.ts';
import { parseWire } from '#lib/dates.ts';

const day = storyHours * 60 * 60 * 1_000;

/** Own, then unseen, then seen, then muted groups. */
function groupRank(group: StoryGroupModel, memberId: number): number {
  if (group.owner.id === memberId) return 0;
  if (group.isMuted) return 3;
  return group.isViewed ? 2 : 1;
}

/**
 * Inserts the updated group where the server would sort it, or removes it when it has no stories.
 */
export function insertGroup(
  groups: StoryGroupModel[],
  group: StoryGroupModel,
  memberId: number,
): StoryGroupModel[] {
  const others = groups.filter(({ owner }) => owner.id !== group.owner.id);
  const rank = groupRank(group, memberId);
  // An own group without stories stays; the tray does not render it.
  if (group.total === 0 && rank > 0) return others;
  const created = group.createdAt ?? '';
  const at = others.findIndex((other) => {
    const otherRank = groupRank(other, memberId);
    return otherRank > rank || (otherRank === rank && (other.createdAt ?? '') < created);
  });
  return others.toSpliced(at < 0 ? others.length : at, 0, group);
}

const toTime = (text: string | null): number | undefined =>
  text === null ? undefined : parseWire(text)?.getTime();

/** When the first story ends, in milliseconds since 1970. */
export function nextEnd(groups: StoryGroupModel[]): number | undefined {
  const ends = groups.flatMap(({ nextEnd: end }) => toTime(end) ?? []);
  return ends.length ? Math.min(...ends) : undefined;
}

/** Owners whose last story has ended, and owners with some left, whose groups must be reloaded. */
export function endedAt(
  groups: StoryGroupModel[],
  now: number,
): { ended: number[]; fewer: number[] } {
  const due = groups.filter(({ nextEnd: end }) => (toTime(end) ?? Infinity) <= now);
  const hasEnded = ({ createdAt }: StoryGroupModel) => toTime(createdAt)! + day <= now;
  return {
    ended: due.filter(hasEnded).map(({ owner }) => owner.id),
    fewer: due.filter((group) => !hasEnded(group)).map(({ owner }) => owner.id),
  };
}

/**
 * Page to request after groups were seen, muted or removed: later groups moved forward, so pages
 * overlap by as many to skip nobody.
 */
export const pageAfter = (page: number, moved: number): number =>
  Math.max(1, page + 1 - Math.ceil(moved / groupsPageSize));

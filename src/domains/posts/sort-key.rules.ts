// Sort key of a post in every list: the millisecond of publishing, then the order of ids. The
// database computes the same (`posts.sort_key`); a safe integer until the year 2248.

const perMillisecond = 1024;
const latest = Number.MAX_SAFE_INTEGER;

/** Precedes all posts published at that time or later. */
export const sortKeyAt = (time: Date): number =>
  Math.max(-latest, Math.min(latest, time.getTime() * perMillisecond));

export const sortKeyOf = (id: number, publishedAt: Date): number =>
  sortKeyAt(publishedAt) + (id % perMillisecond);

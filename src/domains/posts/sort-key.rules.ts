// Where a post stands in every list of posts: the millisecond in which it was published, and within
// it the order of the ids. The database computes the same (`posts.sort_key`); a number that a
// browser can hold until the year 2248.

const perMillisecond = 1024;
const latest = Number.MAX_SAFE_INTEGER;

/** Before everything published in that moment or later. */
export const sortKeyAt = (moment: Date): number =>
  Math.max(-latest, Math.min(latest, moment.getTime() * perMillisecond));

export const sortKeyOf = (id: number, publishedAt: Date): number =>
  sortKeyAt(publishedAt) + (id % perMillisecond);

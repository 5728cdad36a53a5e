import type { PostModel } from '#domains/posts/posts.model.ts';
import { parseWire } from '#lib/dates.ts';
import type { JoinModel } from './joins.rules.ts';

/**
 * Posts that the server draws, several screens of them. Twenty would double its work and the bytes
 * before the first paint; the next ones are read once somebody scrolls.
 */
export const firstPageSize = 8;

/** The part of a feed that has been read. */
export interface FeedPages {
  items: PostModel[];
  /** Joins of the container between them, newest first. */
  joins: JoinModel[];
  /** Cursor of the next page; 0 before the first. */
  maxid: number;
  /** Cursor of posts that are newer than all of these. */
  minid: number;
  /** Whether the last page had posts, so that there may be more. */
  hasMore: boolean;
}

/** 'offline': there was no response. */
export type FeedStatus = 'idle' | 'loading' | 'failed' | 'offline';

/** Before the first page. */
export const unread: FeedPages = { items: [], joins: [], maxid: 0, minid: 0, hasMore: true };

/** Keeps the first occurrence of each post or join. */
export function withoutDuplicates<Item extends { id: number }>(items: Item[]): Item[] {
  const seen = new Set<number>();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/**
 * Posts that the member wrote meanwhile and posts that were read, newest first, without duplicates.
 * Sorts by date: imported posts have new ids and old dates.
 */
export function merged(written: PostModel[], items: PostModel[]): PostModel[] {
  if (!written.length) return items;
  const time = ({ publishedAt }: PostModel) => parseWire(publishedAt)?.getTime() ?? 0;
  return withoutDuplicates([...written, ...items]).sort(
    (one, other) => time(other) - time(one) || other.id - one.id,
  );
}

import type { PostModel } from '#domains/posts/posts.model.ts';
import { parseWire } from '#lib/dates.ts';

/** Joins of one page; more end the page at the last of them. */
export const maxJoins = 100;

/** Somebody who joined a container: a post, of which its wall says no more. */
export interface JoinModel {
  /** The post about it. */
  id: number;
  member: { id: number; displayname: string; image: string };
  publishedAt: string;
  commentCount: number;
  canDelete: boolean;
}

/** Joins without a post between them, newest first. */
export interface JoinRun {
  /** No id of a post: a row of its own. */
  id: string;
  joins: JoinModel[];
}

const time = ({ publishedAt }: { publishedAt: string }) => parseWire(publishedAt)?.getTime() ?? 0;

const isNewer = (join: JoinModel, post: PostModel) =>
  time(join) > time(post) || (time(join) === time(post) && join.id > post.id);

/** Posts, and between them who joined meanwhile; both newest first. */
export function withJoins(posts: PostModel[], joins: JoinModel[]): Array<PostModel | JoinRun> {
  const toRun = (run: JoinModel[]): JoinRun[] =>
    run[0] ? [{ id: `joins ${run[0].id}`, joins: run }] : [];
  let next = 0;
  const rows = posts.flatMap((post) => {
    const start = next;
    while (joins[next] && isNewer(joins[next]!, post)) next += 1;
    return [...toRun(joins.slice(start, next)), post];
  });
  return [...rows, ...toRun(joins.slice(next))];
}

export const isRun = (row: PostModel | JoinRun): row is JoinRun => 'joins' in row;

/** Names of a run as parts of a sentence: up to three, or two and the number of the others. */
export function namesOf(joins: JoinModel[]): { names: string[]; others: number } {
  const shown = joins.length > 3 ? 2 : joins.length;
  return {
    names: joins.slice(0, shown).map(({ member }) => member.displayname),
    others: joins.length - shown,
  };
}

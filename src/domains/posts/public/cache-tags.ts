import type { PlainCommentModel } from '#domains/comments/comments.model.ts';
import { visitorCommentsQuery } from '#domains/comments/thread/visitor-pages.ts';
import { itemsOf } from '#domains/containers/container-items.server.ts';
import type { PostModel } from '#domains/posts/posts.model.ts';
import { isContainerType } from '#lib/container-types.ts';

/** Pages that are cached for visitors, each page of comments by itself. */
export const postPages = { path: /^\/posts\/[1-9]\d{0,17}$/, query: visitorCommentsQuery };

const originalsIn = (post: PostModel): PostModel[] =>
  post.attachments.flatMap(({ original }) => original ?? []);

/** Shared pages, groups and events. */
const containersIn = ({ attachments }: PostModel) =>
  attachments.filter(({ type }) => isContainerType(type));

const mentionedIn = ({ mentions = [] }: Pick<PostModel, 'mentions'>) =>
  mentions.map(({ id }) => id);

/**
 * Shared photos and videos are not cacheable, nor are items of a container: changes of what they are
 * seen with clear no cached page.
 */
export const isCacheable = (post: PostModel): boolean =>
  !post.attachments.some(({ owner, type }) => owner || itemsOf(type));

/**
 * Cache tags of a post's page: the post, its original, where they stand, and everybody named on the
 * page.
 */
export function cacheTagsOf(post: PostModel, comments: PlainCommentModel[]): string[] {
  const posts = [post, ...originalsIn(post)];
  const people = [
    ...posts.flatMap((one) => [
      one.author.id,
      ...one.tagged.map(({ id }) => id),
      ...mentionedIn(one),
    ]),
    ...comments.flatMap((comment) => [comment.author.id, ...mentionedIn(comment)]),
  ];
  return [
    ...posts.map(({ id }) => `post:${id}`),
    ...new Set([
      // A container may be closed to visitors.
      ...posts
        .flatMap((one) => [one.wall, ...containersIn(one)])
        .map(({ type, id }) => `${type}:${id}`),
      ...people.map((person) => `member:${person}`),
    ]),
  ];
}

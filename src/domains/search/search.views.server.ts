import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import { lightboxPath } from '#domains/lightbox/lightbox-route.rules.ts';
import { videoView, type ItemRow } from '#domains/lightbox/lightbox.views.server.ts';
import { avatarAddress } from '#domains/members/members.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toWireTime } from '#lib/dates.ts';
import { toWireType } from '#lib/wire-names.ts';
import type { ContainerFound } from './container-search.server.ts';
import type { Found, PersonFound } from './people.server.ts';
import type { PostFound } from './post-search.server.ts';
import { excerpt } from './search.rules.ts';
import type { SearchAnswer, SearchResult } from './search.schema.ts';

const toCard = (
  { displayname, avatar }: { displayname: string; avatar: string | null },
  origin: string,
) => {
  const image = avatarAddress(avatar, origin);
  return { title: displayname, displayname, image_icon: image, image_profile: image };
};

const personResult = (row: PersonFound, origin: string): SearchResult => ({
  type: 'User',
  item_type: toWireType('member'),
  resource_id: row.id,
  user_id: row.id,
  module_title: 'Members',
  ...toCard(row, origin),
  description: `@${row.username}`,
  content_url: `${origin}/profile/${row.id}`,
  is_friend: row.isFriend ? 1 : 0,
});

const postResult = (row: PostFound, words: string[], origin: string): SearchResult => ({
  type: 'Post',
  item_type: toWireType('post'),
  resource_id: row.postId,
  action_id: row.postId,
  // A post in the name of a page does not say which member wrote it.
  ...(row.subjectType === 'member' ? { user_id: row.id } : {}),
  module_title: 'Posts',
  ...toCard(row, origin),
  description: excerpt(row.body, words),
  date: toWireTime(row.publishedAt),
  content_url: `${origin}/posts/${row.postId}`,
});

const containerResult = (
  { type, id, title, avatar, summary }: ContainerFound,
  words: string[],
  origin: string,
): SearchResult => {
  const { search, path } = findContainerKind(type)!;
  return {
    type: search!.resultType,
    item_type: toWireType(type),
    resource_id: id,
    [`${type}_id`]: id,
    module_title: search!.label,
    ...toCard({ displayname: title, avatar }, origin),
    description: excerpt(summary, words),
    content_url: `${origin}${path(id)}`,
  };
};

function videoResult(
  row: ItemRow,
  words: string[],
  { member, origin }: { member: Member; origin: string },
): SearchResult {
  const { title, image_icon, image_profile } = videoView(row, { viewer: member, origin });
  const { containerType, containerId } = row;
  const owner =
    containerType === null || containerType === 'member'
      ? { subjectType: 'member' as const, subjectId: row.authorId }
      : { subjectType: containerType, subjectId: containerId! };
  const name = title || 'A video without a title';
  return {
    type: 'Video',
    item_type: toWireType('video'),
    resource_id: row.id,
    video_id: row.id,
    module_title: 'Videos',
    title: name,
    displayname: name,
    description: excerpt(row.description, words) || `By ${row.displayname}`,
    image_icon,
    image_profile,
    content_url: `${origin}${lightboxPath({ type: 'video', id: row.id, ...owner })}`,
  };
}

/** Total and found rows of each kind. */
export interface Results {
  people: Found<PersonFound>;
  containers: Found<ContainerFound>;
  videos: Found<ItemRow>;
  posts: Found<PostFound>;
}

export const totalOf = ({ people, containers, videos, posts }: Results): number =>
  people.total + containers.total + videos.total + posts.total;

interface ResultsContext {
  member: Member;
  page: number;
  origin: string;
  /** Nothing has the words themselves; these are similar. */
  isSimilar?: boolean;
}

export const resultsView = (
  results: Results,
  words: string[],
  { member, page, origin, isSimilar = false }: ResultsContext,
): SearchAnswer => ({
  totalItemCount: totalOf(results),
  page,
  result: [
    ...results.people.rows.map((row) => personResult(row, origin)),
    ...results.containers.rows.map((row) => containerResult(row, words, origin)),
    ...results.videos.rows.map((row) => videoResult(row, words, { member, origin })),
    ...results.posts.rows.map((row) => postResult(row, words, origin)),
  ],
  is_similar: isSimilar ? 1 : 0,
});

/** Posts alone. */
export const postsView = (
  found: Found<PostFound>,
  words: string[],
  { page, origin }: { page: number; origin: string },
): SearchAnswer => ({
  totalItemCount: found.total,
  page,
  result: found.rows.map((row) => postResult(row, words, origin)),
  is_similar: 0,
});

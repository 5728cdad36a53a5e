import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import { avatarAddress } from '#domains/members/members.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { toWireType } from '#lib/wire-names.ts';
import type { ContainerFound } from './container-search.server.ts';
import type { PersonFound } from './people.server.ts';
import type { PostFound } from './post-search.server.ts';
import { excerpt } from './search.rules.ts';
import type { SearchResult } from './search.schema.ts';

const toCard = (
  { displayname, avatar }: { displayname: string; avatar: string | null },
  origin: string,
) => {
  const image = avatarAddress(avatar, origin);
  return { title: displayname, displayname, image_icon: image, image_profile: image };
};

export const personResult = (row: PersonFound, origin: string): SearchResult => ({
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

export const postResult = (row: PostFound, words: string[], origin: string): SearchResult => ({
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

export const containerResult = (
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

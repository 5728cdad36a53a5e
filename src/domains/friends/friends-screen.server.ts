import type { Viewer } from '#domains/policy/viewer.ts';
import { lineOf } from '#lib/fields.ts';
import { pageNumber } from '#lib/url-numbers.ts';
import { listFriends } from './friend-list.server.ts';
import type { FriendRow } from './friends.schema.ts';

export interface FriendsScreen {
  friends: FriendRow[];
  search: string;
  page: number;
  pageCount: number;
  /** Of the first page, with what is searched for. */
  path: string;
  /** Of this very page. */
  here: string;
}

const pageSize = 30;

/** What the screen of somebody's friends shows, as its address asks. */
export async function readFriendsScreen(
  viewer: Viewer,
  ownerId: number,
  asked: URLSearchParams,
): Promise<FriendsScreen> {
  const page = pageNumber(asked.get('page'));
  const search = lineOf(asked.get('search') ?? '', 100);
  const { friends, totalItemCount } = await listFriends(viewer, {
    ownerId,
    search,
    page,
    limit: pageSize,
  });
  const path = `/profile/${ownerId}/friends${search ? `?search=${encodeURIComponent(search)}` : ''}`;
  const here = page > 1 ? `${path}${search ? '&' : '?'}page=${page}` : path;
  return { friends, search, page, pageCount: Math.ceil(totalItemCount / pageSize), path, here };
}

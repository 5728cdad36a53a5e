import type { Viewer } from '#domains/policy/viewer.ts';
import { toLine } from '#lib/fields.ts';
import { pageNumber } from '#lib/url-numbers.ts';
import { listFriends } from './friend-list.server.ts';
import type { FriendRow } from './friends.schema.ts';

export interface FriendsScreen {
  friends: FriendRow[];
  search: string;
  page: number;
  pageCount: number;
  /** Address of the first page, including the search. */
  path: string;
  /** Address of this page. */
  here: string;
}

const pageSize = 30;

/**
 * Data of the screen with somebody's friends, for the parameters of its address.
 * @param base path of the screen, if it is not the profile's own
 */
export async function readFriendsScreen(
  viewer: Viewer,
  ownerId: number,
  params: URLSearchParams,
  base = `/profile/${ownerId}/friends`,
): Promise<FriendsScreen> {
  const page = pageNumber(params.get('page'));
  const search = toLine(params.get('search') ?? '', 100);
  const { friends, totalItemCount } = await listFriends(viewer, {
    ownerId,
    search,
    page,
    limit: pageSize,
  });
  const path = `${base}${search ? `?search=${encodeURIComponent(search)}` : ''}`;
  const here = page > 1 ? `${path}${search ? '&' : '?'}page=${page}` : path;
  return { friends, search, page, pageCount: Math.ceil(totalItemCount / pageSize), path, here };
}

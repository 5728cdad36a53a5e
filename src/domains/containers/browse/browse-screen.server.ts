import type { ContainerScreens } from '#domains/containers/kit/container-screens.ts';
import { listRemoved } from '#domains/containers/lifecycle/removed-containers.server.ts';
import { listMemberFaces } from '#domains/containers/membership/member-faces.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { readBrowseQuery } from './browse-query.ts';

export const listedAtMost = 20;
const facesAtMost = 4;
const ownAtMost = 5;

/** Reads a list of containers with its suggestions and the people of each. */
export async function readBrowsed(
  { type, browse }: ContainerScreens,
  viewer: Viewer,
  path: string,
  searchParams: URLSearchParams,
) {
  const { lists, orders } = browse;
  const { scope, isOwn } = lists[path]!;
  const query = readBrowseQuery(searchParams, Object.keys(orders), Object.keys(browse.texts));
  const { texts, categoryId, order, page } = query;
  const isForMember = isMember(viewer);
  const isFirst = path === Object.keys(lists)[0] && !query.isFiltered && page === 1;
  const [{ total, rows }, suggested = [], removed] = await Promise.all([
    browse.list(viewer, { texts, categoryId, order, scope, page, limit: listedAtMost }),
    isForMember && isFirst ? browse.suggest?.(viewer) : undefined,
    isForMember && isOwn ? listRemoved(viewer, type) : [],
  ]);
  const shown = [...suggested, ...rows];
  const faces = browse.listFaces
    ? await browse.listFaces(viewer, shown, facesAtMost)
    : await listMemberFaces(viewer, type, shown, facesAtMost);
  return { query, total, rows, suggested, removed, faces };
}

/** Reads those of the viewer for the column beside another list; undefined beside their own. */
export async function readOwnBeside({ browse }: ContainerScreens, viewer: Viewer, path: string) {
  const { lists, listOwn } = browse;
  const ownPath = Object.keys(lists).find((one) => lists[one]!.isOwn);
  if (!listOwn || ownPath === undefined || ownPath === path || !isMember(viewer)) return undefined;
  return { ownPath, entries: await listOwn(viewer, ownAtMost) };
}

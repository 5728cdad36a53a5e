import { listNewestPhotos } from '#domains/albums/newest-photos.server.ts';
import type { NamedRow } from '#domains/containers/container-rows.server.ts';
import { readContainerAside } from '#domains/containers/kit/container-aside.server.ts';
import type { ContainerScreens } from '#domains/containers/kit/container-screens.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { entriesOf } from '#server/domain.ts';

const photosAtMost = 6;

/** Reads what stands beside the tab of a container, for those who read its posts. */
export async function readBesideContainer(
  kind: ContainerScreens,
  viewer: Viewer,
  row: NamedRow,
  tab: string,
) {
  const { type } = kind;
  const tabs = new Set(kind.tabsOf(row, tab).map(({ href }) => href));
  const isTab = (name: string) => tab !== name && tabs.has(kind.path(row, name));
  // A tab with the name of another kind's area lists its items.
  const itemKind = [...entriesOf('containerScreens').values()].find(({ area }) => isTab(area));
  const [aside, photos] = await Promise.all([
    readContainerAside(viewer, type, row, {
      // Kinds that list them by answers name them beside those.
      withMembers: isTab('members') && !kind.members.totals,
      withRelated: tab === 'posts',
      // The screens that are cached for visitors do not change when an event does.
      withUpcoming: isMember(viewer) && itemKind !== undefined,
    }),
    isTab('photos') ? listNewestPhotos(viewer, { type, id: row.id }, photosAtMost) : [],
  ]);
  return { ...aside, photos, itemKind, hasAbout: isTab('about') };
}

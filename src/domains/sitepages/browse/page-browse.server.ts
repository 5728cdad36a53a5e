import type { BrowseKind } from '#domains/containers/browse/browse-kind.ts';
import type { PageRow } from '#domains/sitepages/page-rows.server.ts';
import {
  pageOrderLabels,
  shownRating,
  type PageOrder,
} from '#domains/sitepages/sitepages.rules.ts';
import { counted } from '#lib/text.ts';
import { toCategoryOptions } from './category-options.ts';
import { listCategories, listOwnPages, listPages, type PageQuery } from './page-list.server.ts';
import { listTrendingPages } from './trending.server.ts';

const states: Partial<Record<PageRow['state'], string>> = {
  draft: 'Draft',
  archived: 'Archived',
  pending: 'Waiting for approval',
  declined: 'Not approved',
  expired: 'Expired',
};

function tile(page: PageRow) {
  const { isReadable, location } = page;
  const rating = shownRating(page);
  const marks = [
    states[page.state],
    page.isSponsored && 'Sponsored',
    page.isFeatured && 'Featured',
  ].flatMap((text) => (text ? [{ text, isStrong: true }] : []));
  return [
    ...marks,
    { text: page.categoryTitle },
    { text: counted(page.memberCount, 'member') },
    ...(isReadable && rating ? [{ text: `★ ${rating.mean.toFixed(1)} (${rating.count})` }] : []),
    ...(isReadable && location ? [{ text: location }] : []),
  ];
}

/** The lists of pages. */
export const browsedPages: BrowseKind<PageRow> = {
  label: 'Pages',
  summary: 'Community pages',
  icon: 'flag',
  lists: {
    '/pages': {
      tab: 'Home',
      title: 'Pages',
      scope: 'all',
      emptyText: 'There are no pages yet. Create the first one.',
      publicEmptyText: 'There are no public pages yet.',
    },
    '/pages/my-pages': {
      tab: 'My Pages',
      title: 'My Pages',
      scope: 'managed',
      isOwn: true,
      emptyText: 'You have no pages yet.',
    },
    '/pages/liked-pages': {
      tab: 'Liked Pages',
      title: 'Liked Pages',
      scope: 'liked',
      emptyText: 'You have not liked any page yet.',
    },
  },
  create: { label: 'Create a Page', href: '/pages/create' },
  orders: pageOrderLabels,
  texts: { search: 'Search', location: 'Location' },
  list(viewer, { texts, order, scope, ...query }) {
    return listPages(viewer, {
      ...query,
      ...texts,
      order: order as PageOrder,
      scope: scope as PageQuery['scope'],
    });
  },
  listOwn: listOwnPages,
  beside: { title: 'Trending pages', list: listTrendingPages },
  listCategories: async (viewer) => toCategoryOptions(await listCategories(viewer), true),
  tile,
};

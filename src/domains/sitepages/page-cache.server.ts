import {
  countCachedVisit,
  memberTags,
  screenTags,
} from '#domains/containers/kit/page-cache.server.ts';
import type { CachedPages } from '#server/domain.ts';
import { pageRef } from './one-page.server.ts';
import type { PageRow } from './page-rows.server.ts';

/** Screens of a page that are cached for visitors: the first part of each list. */
export const communityPages: CachedPages = {
  path: /^\/pages\/page\/[1-9]\d{0,17}(?:\/(?:about|reviews|members))?$/,
  uncached: /(?:^|&)(?:before|page|search|order)=/,
  onVisit: countCachedVisit,
};

/** Cache tags of all screens of a page; its lists add whom and what they show. */
export const pageCacheTags = (page: PageRow): string[] => [
  ...screenTags(pageRef(page.id)),
  ...page.categoryPath.split('/').flatMap((id) => (id ? `page_category:${id}` : [])),
  ...(page.owner ? memberTags([page.owner]) : []),
];

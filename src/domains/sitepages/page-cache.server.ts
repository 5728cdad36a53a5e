import { countContainerView, isReading } from '#domains/containers/statistics/views.server.ts';
import { visitor } from '#domains/policy/viewer.ts';
import type { CachedPages } from '#server/domain.ts';
import { pageRef } from './one-page.server.ts';
import type { PageRow } from './page-rows.server.ts';

const path = /^\/pages\/page\/([1-9]\d{0,17})(?:\/(?:about|reviews|members))?$/;

/** Screens of a page that are cached for visitors: the first part of each list. */
export const communityPages: CachedPages = {
  path,
  uncached: /(?:^|&)(?:before|page|search|order)=/,
  onVisit: (visited, headers) => {
    const [, id] = path.exec(visited) ?? [];
    const names = ['sec-purpose', 'purpose', 'user-agent'] as const;
    const sent = names.map((name): [string, string] => [name, String(headers[name] ?? '')]);
    if (id && isReading(new Headers(sent))) countContainerView(visitor, pageRef(Number(id)));
  },
};

/** Cache tags of all screens of a page; its lists add whom and what they show. */
export const pageCacheTags = (page: PageRow): string[] => [
  `page:${page.id}`,
  `screens:page:${page.id}`,
  ...page.categoryPath.split('/').flatMap((id) => (id ? `page_category:${id}` : [])),
  ...(page.owner ? [`member:${page.owner.id}`] : []),
];

export const memberTags = (people: Array<{ id: number }>): string[] =>
  people.map(({ id }) => `member:${id}`);

import { containerMeta } from '#domains/containers/kit/container-meta.ts';
import { schemaHours } from './opening-hours.rules.ts';
import { pagePath } from './page-paths.ts';
import type { PageRow } from './page-rows.server.ts';
import { shownRating } from './sitepages.rules.ts';

/**
 * Metadata of a public page for search engines and previews.
 * @param origin PUBLIC_ORIGIN, the base of every address
 */
export function pageMeta(page: PageRow, origin: string) {
  const { location, website, phone } = page;
  const rating = shownRating(page);
  // Only a business has opening hours there; it is an organization as well.
  const hours = schemaHours(page.openingHours);
  return containerMeta(page, origin, pagePath(page.id), {
    ...(hours.length > 0 ? { '@type': 'LocalBusiness' } : {}),
    ...(location ? { address: location } : {}),
    ...(website ? { sameAs: website } : {}),
    ...(phone ? { telephone: phone } : {}),
    ...(hours.length > 0 ? { openingHours: hours } : {}),
    ...(rating
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rating.mean,
            reviewCount: rating.count,
          },
        }
      : {}),
  });
}

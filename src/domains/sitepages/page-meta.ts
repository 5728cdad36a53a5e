import { isolate } from '#lib/names.ts';
import { counted, shorten } from '#lib/text.ts';
import { schemaHours } from './opening-hours.rules.ts';
import { pagePath } from './page-paths.ts';
import { shownRating } from './sitepages.rules.ts';

interface Described {
  id: number;
  title: string;
  description: string;
  avatar: string | null;
  cover: string | null;
  location: string;
  website: string;
  phone: string;
  openingHours: string[];
  memberCount: number;
  reviewCount: number;
  ratingSum: number;
  hiddenApps: string[];
}

/**
 * Metadata of a public page for search engines and previews: only what its reader sees anyway.
 * @param origin PUBLIC_ORIGIN, the base of every address
 */
export function pageMeta(page: Described, origin: string) {
  const { id, title, description, avatar, cover, location, website, phone } = page;
  const url = origin + pagePath(id);
  const rating = shownRating(page);
  // Only a business has opening hours there; it is an organization as well.
  const hours = schemaHours(page.openingHours);
  const picture = avatar ?? cover;
  const image = picture ? `${origin}/media/public/${picture}` : undefined;
  const text = shorten(description.replace(/\s+/g, ' '), 160, 156);
  return {
    url,
    image,
    description: text || `${isolate(title)}, with ${counted(page.memberCount, 'member')}.`,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': hours.length > 0 ? 'LocalBusiness' : 'Organization',
      '@id': `${url}#organization`,
      name: title,
      url,
      description: text,
      ...(image ? { logo: image, image } : {}),
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
    },
  };
}

import type { LinkAnswer } from './link-preview.schema.ts';
import type { LinkFacts } from './link-preview.table.ts';

export function linkCardView(uri: string, { title, description, siteName }: LinkFacts): LinkAnswer {
  const card = { title, description, image: '', url: uri, site_name: siteName };
  return {
    title,
    description,
    thumb: '',
    images: [],
    uri,
    og_data: { openGraph: card, hybridGraph: card },
  };
}

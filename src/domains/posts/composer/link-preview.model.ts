import type { LinkAnswer } from '#domains/posts/links/link-preview.schema.ts';

export interface LinkPreview {
  title: string;
  description: string;
  site: string;
  /** Address of a picture on this site, or ''. */
  thumb: string;
}

/** Null if the page has no title. */
export const toLinkPreview = ({
  title,
  description,
  thumb,
  og_data: { openGraph },
}: LinkAnswer): LinkPreview | null =>
  title ? { title, description, thumb, site: openGraph.site_name } : null;

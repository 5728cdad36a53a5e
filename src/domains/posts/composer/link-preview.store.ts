import { readLink } from '#domains/posts/links/link-preview.calls.ts';

export interface LinkPreview {
  title: string;
  description: string;
  site: string;
  /** Address of a picture on this site, or ''. */
  thumb: string;
}

const known = new Map<string, Promise<LinkPreview | null>>();

/** Preview of a link, requested once; null if there is none. */
export function findLinkPreview(uri: string): Promise<LinkPreview | null> {
  // The server reads no other protocols.
  if (!/^https?:/i.test(uri)) return Promise.resolve(null);
  let found = known.get(uri);
  if (!found) {
    found = readLink({ uri }).then(
      ({ title, description, thumb, og_data }) =>
        title ? { title, description, thumb, site: og_data.openGraph.site_name } : null,
      () => {
        known.delete(uri);
        return null;
      },
    );
    known.set(uri, found);
  }
  return found;
}

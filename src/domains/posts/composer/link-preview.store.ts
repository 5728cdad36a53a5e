import { readLink } from '#domains/posts/links/link-preview.calls.ts';
import { toLinkPreview, type LinkPreview } from './link-preview.model.ts';

const known = new Map<string, Promise<LinkPreview | null>>();

/** Preview of a link, requested once; null if there is none. */
export function findLinkPreview(uri: string): Promise<LinkPreview | null> {
  // The server reads no other protocols.
  if (!/^https?:/i.test(uri)) return Promise.resolve(null);
  let found = known.get(uri);
  if (!found) {
    found = readLink({ uri }).then(toLinkPreview, () => {
      known.delete(uri);
      return null;
    });
    known.set(uri, found);
  }
  return found;
}

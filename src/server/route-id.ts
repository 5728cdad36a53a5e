import { parseId } from '#lib/url-numbers.ts';
import { notFound } from './errors.ts';

/**
 * The id in a screen's path, as we write ids: one address for one thing. Anything else is not
 * found.
 */
export function routeId(text: string | undefined): number {
  const id = parseId(text);
  if (id === null) throw notFound();
  return id;
}

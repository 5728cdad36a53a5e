import { parseId } from '#lib/url-numbers.ts';
import { notFound } from './errors.ts';

/**
 * The id in a screen's path in canonical form: one URL per item. Throws not found for anything
 * else.
 */
export function routeId(text: string | undefined): number {
  const id = parseId(text);
  if (id === null) throw notFound();
  return id;
}

import { notFound } from './errors.ts';

/**
 * The id in a screen's path, as we write ids: one address for one thing. Anything else is not
 * found.
 */
export function routeId(said: string | undefined): number {
  if (!said || !/^[1-9]\d{0,17}$/.test(said)) throw notFound();
  return Number(said);
}

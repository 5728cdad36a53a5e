import type { ServerResponse } from 'node:http';
import { tooMany } from '#server/errors.ts';
import { addressKey } from './client-address.ts';

/**
 * Limits how many answers one address may have under way, so that nobody holds them all by not
 * reading. A browser behind a proxy asks for up to a hundred things at once.
 */
export function perAddressLimit(max: number) {
  const counts = new Map<string, number>();
  /**
   * Counts the answer until it is sent or its connection is gone; throws 429 when there are too
   * many.
   */
  function admit(address: string, res: ServerResponse) {
    // Its sender has gone already, and its end with it.
    if (res.destroyed) return;
    const key = addressKey(address);
    const count = counts.get(key) ?? 0;
    if (count >= max) throw tooMany(5);
    counts.set(key, count + 1);
    res.once('close', () => {
      const left = counts.get(key)! - 1;
      if (left) counts.set(key, left);
      else counts.delete(key);
    });
  }
  return { admit, size: () => counts.size };
}

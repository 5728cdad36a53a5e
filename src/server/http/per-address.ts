import type { ServerResponse } from 'node:http';
import { tooMany } from '#server/errors.ts';
import { addressKey } from './client-address.ts';

/**
 * Limits the responses in progress per address, so that nobody occupies them all by not reading. A
 * browser behind a proxy requests up to a hundred things at once.
 */
export function perAddressLimit(max: number) {
  const counts = new Map<string, number>();
  /** Counts the response until it is sent or its connection closes; throws 429 above the limit. */
  function admit(address: string, res: ServerResponse) {
    // The connection is closed already, so no further event would release it.
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

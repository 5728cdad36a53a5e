import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { clickableHours } from '#domains/ads/ads.rules.ts';
import { purposeKey, purposeKeys } from '#server/secrets.ts';

// Says that this ad was delivered to this member at that time. The member is not in it, so that the
// token of one is of no use to another.

export interface Delivery {
  adId: number;
  version: number;
  memberId: number;
}

const purpose = 'ad-deliveries';
const macBytes = 16;

const macOf = (key: Buffer, { adId, version, memberId }: Delivery, rest: string): Buffer =>
  createHmac('sha256', key)
    .update(`${adId}.${version}.${memberId}.${rest}`)
    .digest()
    .subarray(0, macBytes);

/** @param at seconds since 1970, of the database */
export function createToken(delivery: Delivery, at: number): string {
  const rest = `${Math.floor(at).toString(36)}.${randomBytes(6).toString('base64url')}`;
  const mac = macOf(purposeKey(purpose), delivery, rest).toString('base64url');
  return `${delivery.version}.${rest}.${mac}`;
}

/** The version that a token names, whether or not it is ours; null without one. */
export function versionOf(token: string | undefined): number | null {
  const [, version] = /^([1-9]\d{0,8})\./.exec(token ?? '') ?? [];
  return version ? Number(version) : null;
}

interface ReadToken {
  version: number;
  /** When it was delivered, in seconds since 1970. */
  deliveredAt: number;
}

/** Reads what was delivered and when, or null for a token that is altered, another's or too old. */
export function readToken(
  token: string,
  { adId, memberId }: Omit<Delivery, 'version'>,
  at: number,
): ReadToken | null {
  const [version = '', time = '', nonce = '', mac = ''] = token.split('.');
  if (!/^[1-9]\d{0,8}$/.test(version) || !/^[\da-z]{1,9}$/.test(time)) return null;
  const deliveredAt = Number.parseInt(time, 36);
  const age = at - deliveredAt;
  if (age < -60 || age > clickableHours * 3_600) return null;
  const given = Buffer.from(mac, 'base64url');
  const delivery = { adId, memberId, version: Number(version) };
  const isOurs = purposeKeys(purpose).some((key) => {
    const expected = macOf(key, delivery, `${time}.${nonce}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? { version: Number(version), deliveredAt } : null;
}

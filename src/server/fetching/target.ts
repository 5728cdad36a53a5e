import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { env } from '#server/env.ts';
import { currentGuard, FetchError, publicOnly, type Guard } from './guard.ts';

const longestAddress = 8_192;

/** A checked address and the IPs its name resolved to: connections go only there. */
export interface Target {
  url: URL;
  addresses: LookupAddress[];
}

/**
 * Checks an address in any spelling (URL writes 0x7f.1, 2130706433 and １２７.0.0.1 alike) and
 * resolves its name, once.
 */
export async function findTarget(
  address: string,
  base: URL | undefined,
  guard: Guard,
): Promise<Target> {
  if (address.length > longestAddress || !URL.canParse(address, base))
    throw new FetchError('address');
  const url = new URL(address, base);
  const { protocol, port, username, password } = url;
  if (protocol !== 'http:' && protocol !== 'https:') throw new FetchError('address');
  if (username || password) throw new FetchError('address');
  const defaultPort = protocol === 'https:' ? 443 : 80;
  if (!guard.isOpenPort(port ? Number(port) : defaultPort)) throw new FetchError('address');
  const name = bareName(url);
  // Our own pages are read through the policy, not from outside.
  if (name === bareName(new URL(env().PUBLIC_ORIGIN))) throw new FetchError('own');
  const family = isIP(name);
  const addresses = family ? [{ address: name, family }] : await guard.resolve(name);
  if (!addresses.length) throw new FetchError('name');
  if (!addresses.every((one) => guard.isOpenAddress(one.address))) throw new FetchError('address');
  return { url, addresses };
}

/** Without the brackets of IPv6 and the dot that ends a full name. */
const bareName = ({ hostname }: URL) =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

/**
 * Whether guardedPost would accept the address: `https`, default port, no userinfo. Its name is
 * resolved only when something is sent.
 */
export function isPostAddress(address: string, guard: Guard = currentGuard()): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, port, username, password } = new URL(address);
  const isKind = protocol === 'https:' || (protocol === 'http:' && guard !== publicOnly);
  return isKind && !username && !password && guard.isOpenPort(port ? Number(port) : 443);
}

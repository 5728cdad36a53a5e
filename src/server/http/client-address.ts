import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Removes the IPv4-in-IPv6 prefix and the zone id. */
const plain = (address: string) =>
  address
    .trim()
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
    .replace(/%.*$/, '');

const defaultRoute = '00000000';

/** The default gateway in the kernel's table of routes; undefined if there is none. */
export function findGateway(routes: string): string | undefined {
  for (const line of routes.split('\n').slice(1)) {
    const [, destination, gateway] = line.trim().split(/\s+/);
    if (destination !== defaultRoute || !gateway || gateway === defaultRoute) continue;
    // In the byte order of the processors that the product runs on.
    return Buffer.from(gateway, 'hex').toReversed().join('.');
  }
  return undefined;
}

function readRoutes(): string {
  try {
    return readFileSync('/proc/net/route', 'utf8');
  } catch {
    return '';
  }
}

/**
 * Addresses and networks (`10.0.0.0/8`) of TRUSTED_PROXIES, and `gateway`, from where a container sees
 * whatever reaches its published ports. Throws on anything else, which stops the start.
 */
export function trustList(entries: string[], routes = readRoutes): BlockList {
  const trusted = new BlockList();
  for (const entry of entries) {
    if (entry === 'gateway') {
      const gateway = findGateway(routes());
      if (gateway) trusted.addAddress(gateway, 'ipv4');
      continue;
    }
    const [address = '', bits] = entry.split('/');
    if (!isIP(address))
      throw new Error(`Setting TRUSTED_PROXIES: ${entry} is not an address or network`);
    if (bits === undefined) trusted.addAddress(address, family(address));
    else trusted.addSubnet(address, Number(bits), family(address));
  }
  return trusted;
}

/**
 * The sender's address: the peer's, unless the peer is a trusted proxy. Then X-Forwarded-For is
 * walked from the right, past further trusted hops: everything left of the first untrusted entry
 * was written by the sender.
 */
export function clientAddress(req: IncomingMessage, trusted: BlockList): string {
  const peer = plain(req.socket.remoteAddress ?? '0.0.0.0');
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, family(address));
  if (!isTrusted(peer)) return peer;
  const hops = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(plain)
    .filter(Boolean);
  let address = peer;
  while (hops.length && isTrusted(address)) {
    const next = hops.pop()!;
    if (!isIP(next)) break;
    address = next;
  }
  return address;
}

/** Rate limit key of an address: an IPv6 subscriber has a whole /64. */
export function addressKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const start = head.split(':').filter(Boolean);
  const end = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const groups =
    tail === undefined
      ? start
      : [...start, ...Array(8 - start.length - end.length).fill('0'), ...end];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

import { BlockList, isIPv4, isIPv6 } from 'node:net';

type Range = readonly [network: string, prefix: number];

/** Ranges reserved in the IANA registries: no public server has these addresses. */
const closed4: Range[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // behind a carrier's NAT
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's host, seen from its machines
  ['169.254.0.0', 16], // link-local, clouds' metadata among it
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/**
 * IPv6 is inverted: global unicast is allowed, except for the ranges below. Ranges that embed an
 * IPv4 address are reserved.
 */
const global6: Range = ['2000::', 3];
const closed6: Range[] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

function blockList(ranges: Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}
const closedIPv4 = blockList(closed4, 'ipv4');
const openIPv6 = blockList([global6], 'ipv6');
const closedIPv6 = blockList(closed6, 'ipv6');

/**
 * Whether an address, as spelled by a resolver or a socket, belongs to the public internet. False
 * for anything else.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closedIPv4.check(address, 'ipv4');
  // A zone (fe80::1%eth0) refers to an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  return openIPv6.check(address, 'ipv6') && !closedIPv6.check(address, 'ipv6');
}

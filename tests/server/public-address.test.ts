import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '#server/fetching/public-address.ts';

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '168.63.129.15',
  '168.63.129.17',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81c::200e',
  '3ffe::1',
  '3fff:1000::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

describe('private addresses', () => {
  test.each([
    ['this network', '0.0.0.0', '0.255.255.255'],
    [
      'private',
      '10.0.0.0',
      '10.255.255.255',
      '172.16.0.0',
      '172.31.255.255',
      '192.168.0.0',
      '192.168.255.255',
    ],
    ['behind a carrier', '100.64.0.0', '100.100.100.200', '100.127.255.255'],
    ['loopback', '127.0.0.0', '127.0.0.1', '127.255.255.255'],
    [
      'link-local, with the metadata of clouds',
      '169.254.0.0',
      '169.254.169.254',
      '169.254.170.2',
      '169.254.255.255',
      '168.63.129.16',
      '192.0.0.192',
    ],
    [
      'protocol assignments',
      '192.0.0.0',
      '192.0.0.255',
      '192.31.196.1',
      '192.52.193.1',
      '192.175.48.1',
    ],
    [
      'documentation',
      '192.0.2.0',
      '192.0.2.255',
      '198.51.100.0',
      '198.51.100.255',
      '203.0.113.0',
      '203.0.113.255',
    ],
    ['6to4 relays', '192.88.99.0', '192.88.99.255'],
    ['benchmarks', '198.18.0.0', '198.19.255.255'],
    ['multicast', '224.0.0.0', '239.255.255.255'],
    ['reserved and broadcast', '240.0.0.0', '255.255.255.254', '255.255.255.255'],
    ['unspecified and loopback IPv6', '::', '::1', '0:0:0:0:0:0:0:1'],
    [
      'IPv4 mapped',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::ffff:10.0.0.1',
      '::ffff:169.254.169.254',
      '::FFFF:8.8.8.8',
      '0:0:0:0:0:ffff:808:808',
    ],
    [
      'IPv4 compatible and translated',
      '::127.0.0.1',
      '::8.8.8.8',
      '::ffff:0:127.0.0.1',
      '::ffff:0:8.8.8.8',
    ],
    ['NAT64', '64:ff9b::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1', '2002:ffff:ffff:ffff::'],
    ['Teredo', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    [
      'protocol assignments of IPv6',
      '2001:1::1',
      '2001:2::1',
      '2001:10::1',
      '2001:20::1',
      '2001:1ff:ffff::1',
      '2620:4f:8000::1',
    ],
    ['documentation of IPv6', '2001:db8::1', '2001:db8:ffff::', '3fff::1', '3fff:fff:ffff::'],
    ['discarded', '100::1', '100:0:0:1::1'],
    ['unique local', 'fc00::1', 'fd00:ec2::254', 'fd20:ce::254', 'fdff:ffff::'],
    ['link-local IPv6, with a zone too', 'fe80::1', 'febf::1', 'fe80::1%eth0', '2606:4700::1%1'],
    ['site-local', 'fec0::1', 'feff::1'],
    ['multicast IPv6', 'ff00::', 'ff02::1', 'ffff::1'],
    ['segment routing and unassigned', '5f00::1', '4000::1', '1fff::1', '8000::1', 'e000::1'],
    [
      'no address at all',
      '',
      ' ',
      'localhost',
      '1.1.1',
      '1.1.1.1.1',
      '256.1.1.1',
      '01.1.1.1',
      '0x1.1.1.1',
      '16843009',
      '1.1.1.1 ',
      '[::1]',
      '::g',
      '1.1.1.1/32',
      '8.8.8.8:80',
      '２.2.2.2',
    ],
  ])('%s', (_, ...addresses) => {
    for (const address of addresses) expect(isPublicAddress(address), address).toBe(false);
  });
});

test('no private IPv4 address passes as an IPv6 one', () => {
  const part = fc.integer({ min: 0, max: 255 });
  const hex = (high: number, low: number) => ((high << 8) | low).toString(16);
  fc.assert(
    fc.property(part, part, part, part, (a, b, c, d) => {
      const [one, two] = [hex(a, b), hex(c, d)];
      for (const address of [
        `::${a}.${b}.${c}.${d}`,
        `::ffff:${a}.${b}.${c}.${d}`,
        `::ffff:${one}:${two}`,
        `::ffff:0:${one}:${two}`,
        `64:ff9b::${one}:${two}`,
        `64:ff9b:1::${one}:${two}`,
        `2002:${one}:${two}::1`,
        `2001:0:${one}:${two}::1`,
      ])
        expect(isPublicAddress(address), address).toBe(false);
    }),
  );
});

import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isTestBuild } from '#server/clock.ts';
import { isPublicAddress } from './public-address.ts';

/** Why nothing was fetched. For the log, never for members: it would reveal our network. */
export type FetchFault =
  | 'address'
  | 'own'
  | 'name'
  | 'network'
  | 'redirects'
  | 'status'
  | 'type'
  | 'encoding'
  | 'size'
  | 'time';

export class FetchError extends Error {
  readonly fault: FetchFault;
  constructor(fault: FetchFault) {
    super(`not fetched: ${fault}`);
    this.fault = fault;
  }
}

/** Decides which addresses may be reached. */
export interface Guard {
  isOpenAddress: (address: string) => boolean;
  isOpenPort: (port: number) => boolean;
  /** Every address of a name; empty if it is unknown. */
  resolve: (name: string) => Promise<LookupAddress[]>;
}

/**
 * Queries the name servers instead of the system resolver, which would block one of the few threads
 * that also read files for as long as a slow name server likes, and would resolve names of our own
 * network.
 */
async function resolve(name: string): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const of = (found: PromiseSettledResult<string[]>, family: 4 | 6) =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
  return [...of(four, 4), ...of(six, 6)];
}

export const publicOnly: Guard = {
  isOpenAddress: isPublicAddress,
  isOpenPort: (port) => port === 80 || port === 443,
  resolve,
};

const withLoopback: Guard = {
  isOpenAddress: (address) => address === '127.0.0.1' || isPublicAddress(address),
  isOpenPort: () => true,
  resolve: async (name) =>
    name === 'localhost' || name.endsWith('.localhost')
      ? [{ address: '127.0.0.1', family: 4 }]
      : resolve(name),
};
let isLoopbackOpen = false;

/** Lets tests fetch from servers of their own; does nothing in any other build. */
export function openLoopback(isOpen: boolean) {
  if (isTestBuild) isLoopbackOpen = isOpen;
}

export const currentGuard = (): Guard =>
  isTestBuild && isLoopbackOpen ? withLoopback : publicOnly;

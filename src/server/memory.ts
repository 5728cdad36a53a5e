import { totalmem } from 'node:os';

/** Bytes for the site: of the machine, or what a container or a service manager allows it. */
export const siteMemory = (): number =>
  Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** Machines sold with 2 GB have a little more than this. */
export const isSmall = (bytes: number): boolean => bytes < 2e9;

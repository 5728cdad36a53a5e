import type { Readable } from 'node:stream';
import { env } from '#server/env.ts';
import { localStorage } from './local.ts';

export interface ByteRange {
  start: number;
  /** Inclusive; without it, to the end. */
  end?: number | undefined;
}

export interface OpenFile {
  stream: Readable;
  /** Size of the whole file. */
  size: number;
  /** Range contained in `stream`. */
  start: number;
  end: number;
}

/**
 * Stores images and videos. Names are `ab/abcdef…/name` by content hash, or `public/…` for avatars
 * and covers.
 */
export interface Storage {
  /**
   * Copies a finished file in. Once resolved, the bytes are durable; an existing file of that name
   * is replaced atomically.
   */
  put(name: string, path: string, type: string): Promise<void>;
  /**
   * Undefined if there is no such file, 'unmet' if the range lies beyond it. Destroy the stream to
   * release it.
   */
  open(name: string, range?: ByteRange): Promise<OpenFile | 'unmet' | undefined>;
  /** Undefined if there is no such file. */
  sizeOf(name: string): Promise<number | undefined>;
  /** Deletes one file; a missing one is no error. */
  remove(name: string): Promise<void>;
  /** Deletes everything under `prefix`, which ends with a slash. */
  removeAll(prefix: string): Promise<void>;
  /** Writes, reads and deletes a small file; throws on failure. For the doctor. */
  check(): Promise<void>;
}

let current: Promise<Storage> | undefined;

/** The configured storage. The S3 client is loaded only if used. */
export function storage(): Promise<Storage> {
  return (current ??= env().S3_BUCKET
    ? import('./s3.ts').then(({ s3Storage }) => s3Storage(env()))
    : Promise.resolve(localStorage(env().DATA_DIR)));
}

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
  /** Of the whole file. */
  size: number;
  /** What `stream` holds. */
  start: number;
  end: number;
}

/**
 * Where pictures and videos lie. Names are `ab/abcdef…/name` by content hash, or `public/…` for
 * avatars and covers.
 */
export interface Storage {
  /**
   * Copies a finished file in. When this resolves the bytes are safe; a file of that name is
   * replaced in one step.
   */
  put(name: string, path: string, type: string): Promise<void>;
  /**
   * Undefined when there is no such file, 'unmet' when the range lies beyond it. Destroy the stream
   * to let go.
   */
  open(name: string, range?: ByteRange): Promise<OpenFile | 'unmet' | undefined>;
  /** Undefined when there is no such file. */
  sizeOf(name: string): Promise<number | undefined>;
  /** One file; one that is gone already is no error. */
  remove(name: string): Promise<void>;
  /** Everything whose name begins with `prefix`, which ends with a slash. */
  removeAll(prefix: string): Promise<void>;
  /** Writes, reads and removes a small file; throws what is wrong. For the doctor. */
  check(): Promise<void>;
}

let current: Promise<Storage> | undefined;

/** The storage that the settings name. The S3 client is loaded only where it is used. */
export function storage(): Promise<Storage> {
  return (current ??= env().S3_BUCKET
    ? import('./s3.ts').then(({ s3Storage }) => s3Storage(env()))
    : Promise.resolve(localStorage(env().DATA_DIR)));
}

import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import type { z } from 'zod';
import { readLists, type ReadList } from '#domains/archive/archive-format.schema.ts';
import { env } from '#server/env.ts';
import { HttpError, httpError } from '#server/errors.ts';

const megabyte = 1024 * 1024;
/** Maximum bytes of a list, unpacked, and of one item in it. */
const longestList = 256 * megabyte;
const longestItem = 4 * megabyte;

const notReadable = () =>
  httpError(
    'invalid_file',
    'This archive cannot be read. It may be incomplete: please download it again from the site it comes from.',
  );
const foreign = (what: string) =>
  httpError('invalid_file', `This is not a Hearth archive: ${what}.`);
const tooLarge = (what: string) =>
  httpError('file_too_large', `This archive is too large: ${what}.`);

export interface Archive {
  /**
   * The items of one list, one after another, validated. Throws 415 for anything that the export
   * does not write.
   */
  items<Name extends ReadList>(
    name: Name,
  ): AsyncGenerator<z.output<(typeof readLists)[Name]['item']>>;
  /**
   * Unpacks a file of the folder `files`. False if there is none of that name, if it is longer than
   * `maxBytes`, or cannot be unpacked.
   */
  unpack(name: string, path: string, maxBytes: number): Promise<boolean>;
  close(): void;
}

/**
 * All entries by name. Names that the export does not use are skipped; nothing is ever written
 * under a name from the archive.
 */
async function listEntries(zip: yauzl.ZipFile, size: number): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  const names = new Set<string>();
  let unpacked = 0;
  if (zip.entryCount > env().IMPORT_ENTRIES)
    throw tooLarge(`more than ${env().IMPORT_ENTRIES} files`);
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    unpacked += uncompressedSize;
    if (names.has(fileName)) throw foreign('it has two files with the same name');
    names.add(fileName);
    if (entry.isEncrypted()) throw foreign('it is protected by a password');
    if (unpacked > size * env().IMPORT_RATIO)
      throw tooLarge('it would unpack to many times its size');
    if (fileName in readLists || fileName.startsWith('files/')) entries.set(fileName, entry);
  }
  return entries;
}

/** The lines of a list, streamed. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (rest.length > longestItem) throw tooLarge('one item in it is too long');
    yield* lines;
  }
  yield rest + decoder.decode();
}

/**
 * A list as the export writes it, each item on its own line: parsed line by line, never whole in
 * memory.
 */
async function* valuesOf(stream: Readable): AsyncGenerator<unknown> {
  let position: 'before' | 'within' | 'after' = 'before';
  for await (const line of linesOf(stream)) {
    const text = line.trim();
    if (text === '') continue;
    if (position === 'before' && text === '[') position = 'within';
    else if (position === 'within' && text === ']') position = 'after';
    else if (position === 'within') yield JSON.parse(text.endsWith(',') ? text.slice(0, -1) : text);
    else throw notReadable();
  }
  if (position !== 'after') throw notReadable();
}

/**
 * Opens an archive on our disk. Throws 415 or 413 with a message for its owner if it is invalid,
 * incomplete, or would grow beyond the limits of the settings.
 */
export async function openArchive(path: string): Promise<Archive> {
  const { size } = await stat(path);
  const zip = await yauzl
    .openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
      validateEntrySizes: true,
    })
    .catch(() => {
      throw notReadable();
    });
  try {
    // Names that lead outside the archive end this as well.
    const entries = await listEntries(zip, size).catch((error: unknown) => {
      throw error instanceof HttpError ? error : notReadable();
    });
    for (const name of Object.keys(readLists))
      if (!entries.has(name)) throw foreign(`${name} is not in it`);
    return {
      close: () => zip.close(),
      async *items(name) {
        const entry = entries.get(name)!;
        if (entry.uncompressedSize > longestList) throw tooLarge(name);
        const { item, maxItems } = readLists[name];
        let count = 0;
        try {
          for await (const value of valuesOf(await zip.openReadStreamPromise(entry))) {
            count += 1;
            if (count > maxItems) throw tooLarge(`more than ${maxItems} items in ${name}`);
            const read = item.safeParse(value);
            if (!read.success) throw foreign(`item ${count} in ${name} is not valid`);
            yield read.data as never;
          }
        } catch (error) {
          throw error instanceof SyntaxError || error instanceof TypeError || isFormatError(error)
            ? notReadable()
            : error;
        }
      },
      async unpack(name, target, maxBytes) {
        const entry = entries.get(name);
        if (!entry || entry.uncompressedSize > maxBytes || entry.uncompressedSize === 0)
          return false;
        try {
          await pipeline(
            await zip.openReadStreamPromise(entry),
            createWriteStream(target, { mode: 0o600 }),
          );
          return true;
        } catch (error) {
          if (isFormatError(error)) return false;
          throw error;
        }
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/**
 * Whether the error is about the bytes, not our disk: yauzl's own errors have no code, those of
 * unpacking begin with Z.
 */
function isFormatError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof HttpError) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined
    ? error.constructor === Error
    : code.startsWith('Z_') || code.startsWith('ERR_ENCODING');
}

async function countItems(items: AsyncGenerator<unknown>): Promise<number> {
  let count = 0;
  while (!(await items.next()).done) count += 1;
  return count;
}

/**
 * Number of items to import. Reads every list to its end, so that no import starts that cannot be
 * parsed.
 */
export async function countArchive(archive: Archive): Promise<number> {
  if ((await countItems(archive.items('profile.json'))) !== 1)
    throw foreign('profile.json is empty');
  await countItems(archive.items('settings.json'));
  return (
    1 +
    (await countItems(archive.items('albums.json'))) +
    (await countItems(archive.items('posts.json'))) +
    (await countItems(archive.items('scheduled-posts.json')))
  );
}

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { env } from '#server/env.ts';
import { httpError, invalid, withField } from '#server/errors.ts';
import { addField, isDamaged, unreadableField, type Fields } from '#server/http/body.ts';
import { familyOf, headLength, kindOf, type FileKind } from './file-kinds.ts';
import type { UploadTotals } from './upload-limit.ts';
import { workFolder } from './work-folder.ts';

const megabyte = 1024 * 1024;

/** Files accepted by a call. Others are refused. */
export interface FileRules {
  /** Names of file fields. */
  fields: RegExp;
  takes: 'pictures' | 'pictures and videos' | 'a video' | 'an archive';
  max: number;
  /** Name of the field with the still of a video. */
  still?: string;
  /** Maximum size of one file, if below the site's limit. */
  megabytes?: Readonly<Record<'picture' | 'video', number>>;
}

/** A file on our disk, with size and type determined here. Its original name is not kept. */
export interface UploadedFile {
  field: string;
  path: string;
  kind: FileKind;
  size: number;
  sha256: string;
}

export interface Upload {
  fields: Fields;
  files: UploadedFile[];
  /** Work folder of this request for derived files. */
  folder: string;
  dispose(): Promise<void>;
}

export const isMultipart = (req: IncomingMessage) =>
  /^multipart\/form-data\s*;/i.test(req.headers['content-type'] ?? '');

const inMegabytes = (bytes: number) => `${Math.floor(bytes / megabyte)} MB`;
/** An archive is sent alone; the rest of the form is small. */
const requestLimit = ({ takes }: Pick<FileRules, 'takes'>) =>
  (takes === 'an archive' ? env().IMPORT_ARCHIVE_MB + 1 : env().UPLOAD_REQUEST_MB) * megabyte;
function limitOf(kind: FileKind, { megabytes }: FileRules): number {
  const family = familyOf(kind);
  if (family === 'archive') return env().IMPORT_ARCHIVE_MB * megabyte;
  return (
    Math.min(
      family === 'picture' ? env().UPLOAD_IMAGE_MB : env().UPLOAD_VIDEO_MB,
      megabytes?.[family] ?? Infinity,
    ) * megabyte
  );
}
const tooLarge = (kind: FileKind, rules: FileRules) =>
  httpError(
    'file_too_large',
    `This ${familyOf(kind)} is larger than ${inMegabytes(limitOf(kind, rules))}.`,
  );
const tooMuch = (rules: FileRules) =>
  httpError(
    'file_too_large',
    `These files are too large together. You can send up to ${inMegabytes(requestLimit(rules))} at once.`,
  );
const malformed = () => invalid('The request could not be read.');
const families: Record<FileRules['takes'], ReadonlyArray<ReturnType<typeof familyOf>>> = {
  pictures: ['picture'],
  'a video': ['video'],
  'pictures and videos': ['picture', 'video'],
  'an archive': ['archive'],
};
const texts: Record<FileRules['takes'], string> = {
  pictures: 'Please choose pictures: JPEG, PNG, GIF, WebP, AVIF or HEIC.',
  'a video': 'Please choose a video: MP4, MOV or WebM.',
  'an archive': 'Please choose an archive: a .zip file that Hearth has made.',
  'pictures and videos':
    'Please choose a video (MP4, MOV or WebM) or pictures (JPEG, PNG, GIF, WebP, AVIF or HEIC).',
};

/** Checks the announced length before reading the body; throws if it is too large. */
export function checkAnnounced(req: IncomingMessage, rules: FileRules) {
  if (
    req.headers['content-encoding'] !== undefined &&
    req.headers['content-encoding'] !== 'identity'
  )
    throw httpError('unsupported_encoding', 'Compressed requests are not accepted.');
  if (Number(req.headers['content-length'] ?? 0) > requestLimit(rules)) throw tooMuch(rules);
}

/** Only a form that ends within its file is the sender's fault, not what a reader of it throws. */
async function* partsOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch {
    throw malformed();
  }
}

/**
 * Streams one file to disk; stops at the first byte over the limit. Undefined for the empty file of
 * an untouched input.
 */
async function take(
  stream: Readable,
  path: string,
  field: string,
  rules: FileRules,
): Promise<UploadedFile | undefined> {
  const taken = field === rules.still ? 'pictures' : rules.takes;
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let kind: FileKind | undefined;
  let size = 0;
  try {
    for await (const chunk of partsOf(stream)) {
      size += chunk.length;
      if (!kind) {
        head = Buffer.concat([head, chunk.subarray(0, headLength)]);
        if (head.length >= headLength) kind = checkKind(head, taken);
      }
      if (kind && size > limitOf(kind, rules)) throw tooLarge(kind, rules);
      hash.update(chunk);
      // Not `write`, which on a full disk may silently write only a part.
      await handle.appendFile(chunk);
    }
    if (size === 0) return undefined;
    kind ??= checkKind(head, taken);
    return { field, path, kind, size, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

function checkKind(head: Buffer, taken: FileRules['takes']): FileKind {
  const kind = kindOf(head);
  if (!kind || !families[taken].includes(familyOf(kind)))
    throw httpError('invalid_file', texts[taken]);
  return kind;
}

/**
 * Streams a multipart form: fields to memory, files to disk, buffering only a few chunks. Throws as
 * soon as it is invalid; then, and when the sender disconnects, everything is deleted. Other errors,
 * of the database or the disk, are thrown as they are.
 * @param admit called once before the first byte of a file, with the fields so far, to authenticate
 * the sender
 * @param totals updated while files arrive
 */
export async function receive(
  req: IncomingMessage,
  rules: FileRules,
  admit: (fields: Fields) => Promise<void>,
  totals: UploadTotals,
): Promise<Upload> {
  const folder = await workFolder();
  try {
    return {
      ...(await read(req, rules, { folder: folder.path, admit, totals })),
      folder: folder.path,
      dispose: folder.remove,
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

interface Reading {
  folder: string;
  admit: (fields: Fields) => Promise<void>;
  totals: UploadTotals;
}

function read(
  req: IncomingMessage,
  rules: FileRules,
  { folder, admit, totals }: Reading,
): Promise<Pick<Upload, 'fields' | 'files'>> {
  return new Promise((resolve, reject) => {
    const fields = Object.create(null) as Fields;
    const files: UploadedFile[] = [];
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: req.headers,
        limits: { fieldSize: 64 * 1024, fields: 100, files: rules.max, headerPairs: 20 },
        highWaterMark: 256 * 1024,
        fileHwm: 256 * 1024,
      });
    } catch {
      return reject(malformed());
    }
    let admitted: Promise<void> | undefined;
    let failure: Error | undefined;
    let work = Promise.resolve();

    const fail = (error: Error) => {
      if (failure) return;
      failure = error;
      req.unpipe(parser);
      parser.destroy();
      // The current file is closed first, so that the folder can be deleted.
      void work.then(() => reject(error));
    };
    const takeNext = async (name: string, stream: Readable) => {
      try {
        if (!rules.fields.test(name))
          throw httpError('invalid_file', `A file is not expected as ${name.slice(0, 40)}.`);
        await (admitted ??= admit(fields));
        totals.files++;
        const file = await take(stream, join(folder, `received-${files.length}`), name, rules);
        if (file) files.push(file);
      } catch (error) {
        stream.resume();
        fail(withField(error, name.slice(0, 40)) as Error);
      }
    };

    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated || valueTruncated)
        fail(httpError('request_too_large', 'The request is too large.'));
      else if (isDamaged(name, value)) fail(unreadableField(name));
      else addField(fields, name, value);
    });
    parser.on('file', (name, stream, { filename }) => {
      // Its errors surface in the loop that reads it; before that they must not end the process.
      stream.on('error', () => undefined);
      if (!filename && !rules.fields.test(name)) stream.resume();
      else work = work.then(() => (failure ? void stream.resume() : takeNext(name, stream)));
    });
    parser.on('fieldsLimit', () =>
      fail(httpError('request_too_large', 'The request is too large.')),
    );
    parser.on('filesLimit', () => fail(invalid(`At most ${rules.max} files at once.`, 'files')));
    parser.on('error', () => fail(malformed()));
    parser.on(
      'close',
      () => void work.then(() => (failure ? undefined : resolve({ fields, files }))),
    );
    req.on('data', (chunk: Buffer) => {
      totals.bytes += chunk.length;
      if (totals.bytes > requestLimit(rules)) fail(tooMuch(rules));
    });
    req.once('close', () => {
      if (!req.complete) fail(malformed());
    });
    req.pipe(parser);
  });
}

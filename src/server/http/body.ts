import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { HttpError, httpError, invalid } from '#server/errors.ts';
import { isValidText } from './target.ts';

const textBytes = 256 * 1024;
const fieldBytes = 64 * 1024;
/** The settings of notifications have two for each type, more than a hundred. */
const fieldCount = 200;
const jsonDepth = 16;
/**
 * Limit of a form for a call without files: its fields, and an image that some client sends along
 * and that is skipped.
 */
const formBytes = 16 * 1024 * 1024;

const tooLarge = () => httpError('request_too_large', 'The request is too large.');
const malformed = () => invalid('The request could not be read.');

/** A map without a prototype: `__proto__` is a field like any other. */
export type Fields = Record<string, unknown>;
const emptyFields = (): Fields => Object.create(null) as Fields;

export const unreadableField = (name: string) =>
  invalid('This text could not be read.', isValidText(name) ? name.slice(0, 60) : 'general');

/** Repeated fields become lists, which no scalar field of a schema accepts. */
export function addField(fields: Fields, name: string, value: unknown) {
  if (!isValidText(name) || (typeof value === 'string' && !isValidText(value)))
    throw unreadableField(name);
  const before = fields[name];
  if (before === undefined) fields[name] = value;
  else fields[name] = Array.isArray(before) ? [...before, value] : [before, value];
}

/** Reads the whole body. Throws when it exceeds `max` bytes or is cut off. */
export async function readBody(req: IncomingMessage, max: number): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > max) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Leaving the loop early must not close the connection, since the error is still to be sent.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > max) throw tooLarge();
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    // Any other error: the sender disconnected or was too slow.
    throw error instanceof HttpError ? error : malformed();
  }
  return Buffer.concat(chunks);
}

async function readText(req: IncomingMessage): Promise<string> {
  const body = await readBody(req, textBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformed();
  }
}

/** Stops at `maxDepth`: the parser builds values too deep for recursion. */
function isDeeper(value: unknown, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return maxDepth === 0 || Object.values(value).some((part) => isDeeper(part, maxDepth - 1));
}

/** Includes names and nested texts; the depth has been checked. */
function holdsValidText(value: unknown): boolean {
  if (typeof value === 'string') return isValidText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, part]) => isValidText(name) && holdsValidText(part));
}

function parseJson(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed();
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    isDeeper(value, jsonDepth)
  )
    throw malformed();
  for (const [name, field] of Object.entries(value))
    if (!isValidText(name) || !holdsValidText(field)) throw unreadableField(name);
  return Object.assign(emptyFields(), value);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw malformed();
  }
}

/** Parses query or form text; malformed %-sequences and UTF-8 are refused, not guessed. */
export function parseUrlEncoded(text: string): Fields {
  const fields = emptyFields();
  if (!text) return fields;
  const pairs = text.split('&');
  if (pairs.length > fieldCount) throw tooLarge();
  for (const pair of pairs) {
    if (!pair) continue;
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    if (value.length > fieldBytes * 3) throw tooLarge();
    addField(fields, decode(name), decode(value));
  }
  return fields;
}

/** Whether a part of a multipart form was not UTF-8: the parser replaces such bytes by U+FFFD. */
export const isDamaged = (name: string, value: string) =>
  [name, value].some((text) => text.includes('\ufffd') || !isValidText(text));

/** Fields of a multipart form. Calls with files stream the request themselves. */
function readMultipart(req: IncomingMessage): Promise<Fields> {
  return new Promise((resolve, reject) => {
    if (Number(req.headers['content-length'] ?? 0) > formBytes) return reject(tooLarge());
    const fields = emptyFields();
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: req.headers,
        limits: {
          fieldSize: fieldBytes,
          fields: fieldCount,
          files: 20,
          headerPairs: 20,
          fileSize: 1,
        },
      });
    } catch {
      return reject(malformed());
    }
    const fail = (error: Error) => {
      req.off('data', count);
      req.unpipe(parser);
      req.pause();
      reject(error);
    };
    parser.on('field', (name, value, info) => {
      if (info.valueTruncated || info.nameTruncated) fail(tooLarge());
      else if (isDamaged(name, value)) fail(unreadableField(name));
      else addField(fields, name, value);
    });
    parser.on('file', (name, stream, info) => {
      stream.resume();
      // An empty file input of a form arrives as a nameless file.
      if (isDamaged(name, info.filename ?? '')) fail(unreadableField(name));
      else if (info.filename) addField(fields, name, { file: info.filename });
    });
    parser.on('fieldsLimit', () => fail(tooLarge()));
    parser.on('filesLimit', () => fail(tooLarge()));
    parser.on('error', () => fail(malformed()));
    parser.on('close', () => resolve(fields));
    let size = 0;
    const count = (chunk: Buffer) => {
      size += chunk.length;
      if (size > formBytes) fail(tooLarge());
    };
    req.on('data', count);
    req.once('close', () => {
      if (!req.complete) fail(malformed());
    });
    req.pipe(parser);
  });
}

/** The body's fields, in any of the three encodings (contract README, section 1). */
export async function readFields(req: IncomingMessage): Promise<Fields> {
  if (
    req.headers['content-encoding'] !== undefined &&
    req.headers['content-encoding'] !== 'identity'
  ) {
    throw httpError('unsupported_encoding', 'Compressed requests are not accepted.');
  }
  const hasBody =
    req.headers['transfer-encoding'] !== undefined ||
    Number(req.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return emptyFields();
  const type = String(req.headers['content-type'] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  if (type === 'application/json') return parseJson(await readText(req));
  if (type === 'multipart/form-data') return readMultipart(req);
  if (type === 'application/x-www-form-urlencoded' || type === '')
    return parseUrlEncoded(await readText(req));
  throw invalid({
    general: 'The content type of the request is not accepted.',
  });
}

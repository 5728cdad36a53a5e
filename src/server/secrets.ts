import { hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { env, SettingError } from './env.ts';

let masters: Buffer[] | undefined;
const derived = new Map<string, Buffer[]>();

/**
 * Keys in order of preference, one a line: 32 bytes in base64url. The first encrypts, the others
 * still decrypt.
 */
function parse(text: string, where: string): Buffer[] {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((line) => Buffer.from(line, 'base64url'));
  if (!keys.length || keys.some((key) => key.length < 32))
    throw new SettingError(`${where}: each key must be at least 32 bytes in base64url`);
  return keys;
}

/**
 * Reads a file with random bytes, created at first start. Written to a temporary file and linked
 * into place, so that of two processes one wins and none reads half a key.
 */
export function readOrMakeKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  const handle = openSync(draft, 'wx', 0o600);
  writeSync(handle, `${randomBytes(32).toString('base64url')}\n`);
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}

/**
 * The keys for one purpose, the current one first. Keys of different purposes reveal nothing about
 * each other.
 */
export function purposeKeys(purpose: string): Buffer[] {
  masters ??= env().SECRET_KEYS
    ? parse(env().SECRET_KEYS!, 'Setting SECRET_KEYS')
    : parse(readOrMakeKey(join(env().DATA_DIR, 'secret-keys')), 'The file secret-keys in DATA_DIR');
  let keys = derived.get(purpose);
  if (!keys)
    derived.set(
      purpose,
      (keys = masters.map((master) =>
        Buffer.from(hkdfSync('sha256', master, 'hearth', purpose, 32)),
      )),
    );
  return keys;
}

export const purposeKey = (purpose: string): Buffer => purposeKeys(purpose)[0]!;

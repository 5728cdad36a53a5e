import { hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from './server.ts';

/** The key with which a server that has made its secrets signs for that purpose. */
export function purposeKeyOf({ dataDir }: Pick<TestServer, 'dataDir'>, purpose: string): Buffer {
  const master = Buffer.from(
    readFileSync(join(dataDir, 'secret-keys'), 'utf8').trim(),
    'base64url',
  );
  return Buffer.from(hkdfSync('sha256', master, 'hearth', purpose, 32));
}

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readEnv, type Env } from '#server/env.ts';
import { Problem } from './problem.ts';
import { root } from './root.ts';

export type Settings = Env & { DATA_DIR: string };

function loadFile(file: string): void {
  const { NODE_EXTRA_CA_CERTS: before } = process.env;
  process.loadEnvFile(file);
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  if (authorities && authorities !== before) trustAuthorities(resolve(root, authorities));
}

/**
 * Accepts certificates of these authorities as well. Node reads NODE_EXTRA_CA_CERTS before the
 * first line of script, so what .env says reaches the server that is started from here, but not
 * this process.
 */
export function trustAuthorities(file: string): void {
  let certificates: string;
  try {
    certificates = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Problem(
      `Setting NODE_EXTRA_CA_CERTS: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  setDefaultCACertificates([...getCACertificates('default'), certificates]);
}

/** The settings from the environment (and .env), checked before anything is started. */
export function readSettings(): Settings {
  // What the environment already says goes before the file. Tests must not depend on what somebody
  // keeps there.
  const file = resolve(root, '.env');
  if (!process.env.VITEST && existsSync(file)) loadFile(file);
  try {
    const settings = readEnv();
    return { ...settings, DATA_DIR: resolve(root, settings.DATA_DIR) };
  } catch (error) {
    throw new Problem((error as Error).message);
  }
}

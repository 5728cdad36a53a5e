import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readEnv, type Env } from '#server/env.ts';
import { CliError } from './cli-error.ts';
import { root } from './root.ts';

export type Settings = Env & { DATA_DIR: string };

function loadFile(file: string): void {
  const { NODE_EXTRA_CA_CERTS: before } = process.env;
  process.loadEnvFile(file);
  const { NODE_EXTRA_CA_CERTS: after } = process.env;
  if (after && after !== before) trustAuthorities(resolve(root, after));
}

/**
 * Also trusts these certificate authorities. Node reads NODE_EXTRA_CA_CERTS before any script runs,
 * so the value from .env reaches the server started from here, but not this process.
 */
export function trustAuthorities(file: string): void {
  let certificates: string;
  try {
    certificates = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(
      `Setting NODE_EXTRA_CA_CERTS: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  setDefaultCACertificates([...getCACertificates('default'), certificates]);
}

/** Reads and validates the settings from the environment and .env. */
export function readSettings(): Settings {
  // The environment has priority over the file. Tests must not depend on a developer's .env.
  const file = resolve(root, '.env');
  if (!process.env.VITEST && existsSync(file)) loadFile(file);
  try {
    const settings = readEnv();
    return { ...settings, DATA_DIR: resolve(root, settings.DATA_DIR) };
  } catch (error) {
    throw new CliError((error as Error).message);
  }
}

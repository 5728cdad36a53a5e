import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readEnv, type Env } from '#server/env.ts';
import { Problem } from './problem.ts';
import { root } from './root.ts';

export type Settings = Env & { DATA_DIR: string };

/** The settings from the environment (and .env), checked before anything is started. */
export function readSettings(): Settings {
  // What the environment already says goes before the file. Tests must not depend on what somebody keeps there.
  const file = resolve(root, '.env');
  if (!process.env.VITEST && existsSync(file)) process.loadEnvFile(file);
  try {
    const settings = readEnv();
    return { ...settings, DATA_DIR: resolve(root, settings.DATA_DIR) };
  } catch (error) {
    throw new Problem((error as Error).message);
  }
}

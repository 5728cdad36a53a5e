import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedOptions,
  type EmbeddedPostgres,
} from './embedded-postgres.ts';
import { stopOrphan } from './postgres-orphan.ts';
import { isSameProcess, markOf, type ProcessMark } from './processes.ts';

const prefix = 'hearth-throwaway-';

/**
 * A PostgreSQL of its own for one run of tests or measurements: `stop` removes it with everything
 * in it.
 */
export async function startThrowawayPostgres(
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  await sweepThrowaways();
  const home = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(home, 0o711);
  writeFileSync(join(home, 'owner.json'), JSON.stringify(markOf(process.pid)));
  const postgres = await startEmbeddedPostgres(home, {
    isDurable: false,
    mayCreateDatabases: true,
    ...options,
  });
  const stop = async () => {
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  };
  return { ...postgres, stop };
}

/** Removes what killed runs left behind. */
async function sweepThrowaways(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const home = join(tmpdir(), name);
    try {
      if (isOwned(home)) continue;
      await stopOrphan(join(home, 'data'));
      rmSync(home, { recursive: true, force: true });
    } catch {
      // Another account's, or another run is sweeping it at this moment.
    }
  }
}

function isOwned(home: string): boolean {
  try {
    return isSameProcess(JSON.parse(readFileSync(join(home, 'owner.json'), 'utf8')) as ProcessMark);
  } catch {
    // Made a moment ago and not signed yet, or left half made.
    return Date.now() - statSync(home).mtimeMs < 60_000;
  }
}

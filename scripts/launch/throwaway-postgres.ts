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
import { identifyProcess, isSameProcess, type ProcessIdentity } from './processes.ts';

const prefix = 'hearth-throwaway-';

/** A PostgreSQL for a single run of tests or measurements: `stop` deletes it. */
export async function startThrowawayPostgres(
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  await removeStaleThrowaways();
  const home = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(home, 0o711);
  writeFileSync(join(home, 'owner.json'), JSON.stringify(identifyProcess(process.pid)));
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

/** Removes servers left over from killed runs. */
async function removeStaleThrowaways(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const home = join(tmpdir(), name);
    try {
      if (isOwned(home)) continue;
      await stopOrphan(join(home, 'data'));
      rmSync(home, { recursive: true, force: true });
    } catch {
      // Another account's, or another run is removing it right now.
    }
  }
}

function isOwned(home: string): boolean {
  try {
    return isSameProcess(
      JSON.parse(readFileSync(join(home, 'owner.json'), 'utf8')) as ProcessIdentity,
    );
  } catch {
    // Just created and not signed yet, or incomplete.
    return Date.now() - statSync(home).mtimeMs < 60_000;
  }
}

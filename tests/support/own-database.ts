import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createTestDatabase } from './database.ts';

/*
 * Runs before the imports of each test file, after fresh-worker.ts. The database is not dropped:
 * the whole server is discarded at the end.
 */
process.env.DATABASE_URL = (await createTestDatabase()).url;

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-data-'));
process.env.DATA_DIR = dataDir;

// After the settings, which some domains read on load.
const { domains } = await import('#app/domains.ts');
const { setDomains } = await import('#server/domain.ts');
const { closeDb } = await import('#server/db.ts');
const { stopJobs } = await import('#server/jobs.ts');
setDomains(domains);

afterAll(async () => {
  await stopJobs(1_000);
  await closeDb(1);
  rmSync(dataDir, { recursive: true, force: true });
});

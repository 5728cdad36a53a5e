import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createTestDatabase } from './database.ts';

// Runs before the imports of each test file. The database is not dropped here, under the pool of
// the code that was tested: the whole server goes at the end.
process.env.DATABASE_URL = (await createTestDatabase()).url;

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-data-'));
process.env.DATA_DIR = dataDir;
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

// After the settings, which some domains read when they are loaded.
const { domains } = await import('#app/domains.ts');
const { setDomains } = await import('#server/domain.ts');
setDomains(domains);

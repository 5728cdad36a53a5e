import { expect, test } from 'vitest';
import { describeDatabase } from '../support/describe-database.ts';

test('docs/database.md describes the migrated database', async () => {
  await expect(await describeDatabase()).toMatchFileSnapshot('../../docs/database.md');
});

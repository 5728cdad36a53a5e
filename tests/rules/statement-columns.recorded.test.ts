import { expect, test } from 'vitest';
import { compareColumns } from '../support/statement-columns.ts';

// Checks the statements that the database tests of this run executed; a whole run reaches nearly
// all.
test('statements select the columns of their row types', { timeout: 120_000 }, () => {
  const { compared, problems } = compareColumns(process.env.STATEMENT_COLUMNS!);
  expect(problems).toEqual([]);
  if (process.env.WHOLE_RUN) expect(compared).toBeGreaterThan(0);
});

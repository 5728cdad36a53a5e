import { expect, test } from 'vitest';
import { compareColumns } from '../support/statement-columns.ts';

// Checks the statements that the database tests of this run executed; a full run reaches nearly
// all.
test('statements select the columns of their row types', { timeout: 120_000 }, () => {
  expect(compareColumns(process.env.STATEMENT_COLUMNS!)).toEqual([]);
});

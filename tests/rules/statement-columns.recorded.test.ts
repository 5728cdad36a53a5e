import { expect, test } from 'vitest';
import { compareColumns } from '../support/statement-columns.ts';

// Whatever the database tests of this run have executed; a whole run reaches nearly all of it.
test('statements select the columns of their row types', { timeout: 120_000 }, () => {
  expect(compareColumns(process.env.STATEMENT_COLUMNS!)).toEqual([]);
});

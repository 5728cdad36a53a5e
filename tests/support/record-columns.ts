import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PgDatabase } from 'drizzle-orm/pg-core';

/**
 * Records the returned columns of each `execute<Row>(…)` that a database test reaches.
 * statement-columns.ts compares them with the types after the run.
 */

const source = fileURLToPath(new URL('../../src/', import.meta.url));
/** Set by vitest.config.ts for the whole run. */
const file = process.env.STATEMENT_COLUMNS!;

/** The call of `execute` in the source, as `posts/post-rows.server.ts:176:25`. */
function findCall(stack: string): string | undefined {
  const frame = stack
    .split('\n')
    .find((line) => line.includes(source) && !line.includes('/src/server/d'));
  const found = frame && /\(?(?:file:\/\/)?([^()\s]+):(\d+):(\d+)\)?$/.exec(frame);
  return found ? `${found[1]!.slice(source.length)}:${found[2]}:${found[3]}` : undefined;
}

const seen = new Set<string>();

function record(stack: string, columns: readonly string[]): void {
  const call = findCall(stack);
  if (!call) return;
  const line = `${call}\t${[...columns].sort().join(',')}\n`;
  if (seen.has(line)) return;
  seen.add(line);
  // A single short write: several processes append to the file.
  appendFileSync(file, line);
}

interface Executed extends Promise<unknown> {
  execute: () => Promise<{ columns?: { name: string }[] }>;
}

type Execute = (this: unknown, statement: unknown) => Executed;
const prototype = PgDatabase.prototype as unknown as { execute: Execute };
const original = prototype.execute;

function executeAndRecord(this: unknown, statement: unknown): Executed {
  const { stack } = new Error();
  const executed = original.call(this, statement);
  const run = executed.execute.bind(executed);
  executed.execute = async () => {
    const rows = await run();
    if (stack && rows.columns?.length)
      record(
        stack,
        rows.columns.map(({ name }) => name),
      );
    return rows;
  };
  return executed;
}

// A worker runs several files with one Drizzle.
if (original.name !== executeAndRecord.name) prototype.execute = executeAndRecord;

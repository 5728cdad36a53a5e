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
  const frame = stack.split('\n').find(isCall);
  const found = frame && /\(?(?:file:\/\/)?([^()\s]+):(\d+):(\d+)\)?$/.exec(frame);
  return found ? `${found[1]!.slice(source.length)}:${found[2]}:${found[3]}` : undefined;
}

/** A frame, or its file: of ours, but not the one below `#server/db.ts` and its retries. */
const isCall = (frame: string) => frame.includes(source) && !frame.includes('/src/server/d');

/** By position in the compiled code: translating a stack takes longer than most statements. */
const calls = new Map<string, string | undefined>();

function currentCall(): string | undefined {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_, frames) => frames;
  const frames = new Error().stack as unknown as NodeJS.CallSite[];
  Error.prepareStackTrace = prepareStackTrace;
  const frame = frames.find((one) => isCall(one.getFileName() ?? ''));
  if (!frame) return undefined;
  const position = `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
  if (!calls.has(position)) calls.set(position, findCall(new Error().stack ?? ''));
  return calls.get(position);
}

const seen = new Set<string>();

function record(call: string, columns: readonly string[]): void {
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
  const call = currentCall();
  const executed = original.call(this, statement);
  const run = executed.execute.bind(executed);
  executed.execute = async () => {
    const rows = await run();
    if (call && rows.columns?.length)
      record(
        call,
        rows.columns.map(({ name }) => name),
      );
    return rows;
  };
  return executed;
}

// A worker runs several files with one Drizzle.
if (original.name !== executeAndRecord.name) prototype.execute = executeAndRecord;

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareAll, readRecorded } from '../../scripts/launch/recorded-statements.ts';
import { parsedTexts, recordingEnvironment } from '../../scripts/launch/recording.ts';

const message = (type: string, ...parts: string[]) => {
  const body = Buffer.from(parts.map((part) => `${part}\0`).join(''));
  const head = Buffer.alloc(5, type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

test('texts are those of the messages that parse, among others and in any alphabet', () => {
  const chunk = [
    message('P', '', 'select 1'),
    message('S'),
    message('Q', 'begin'),
    message('P', 'named', 'select ‘ü’'),
  ];
  expect(parsedTexts(Buffer.concat(chunk))).toEqual(['select 1', 'select ‘ü’']);
  expect(parsedTexts(Buffer.from('POST /home HTTP/1.1\r\n\r\n'))).toEqual([]);
  expect(parsedTexts(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]))).toEqual([]);
});

test('statements of a program are recorded, also of one that is killed, and each once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-statements-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = `
    import { sql } from 'drizzle-orm';
    import { db } from '#server/db.ts';
    for (const value of [1, 2]) await db.execute(sql\`select \${value}::int as recorded\`);
    process.kill(process.pid, 'SIGKILL');`;
  const args = ['--input-type=module', '--eval', program];
  const { signal } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...recordingEnvironment(folder) },
  });
  expect(signal).toBe('SIGKILL');
  expect(readRecorded(folder)).toEqual(['select $1::int as recorded']);
});

test('refused is what the server cannot parse, find or plan, and nothing is done', async () => {
  const url = process.env.DATABASE_URL!;
  const good = [
    'insert into members (email) values ($1)',
    'select * from posts where id = $1 limit $2',
    'select pg_notify($1, $2)',
  ];
  const bad = ['select from from members', 'select no_such_function(1)', 'select * from no_such'];
  const refused = await prepareAll(url, [...bad, ...good]);
  expect(refused.map(({ text }) => text)).toEqual(bad);
  expect(refused.map(({ error }) => error).join()).toContain('no_such_function');
});

import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claim, holderOf } from '../../scripts/launch/claim.ts';
import { isSameProcess, markOf, until, type ProcessMark } from '../../scripts/launch/processes.ts';
import { temporaryFolder } from './places.ts';

test('a data folder has one launcher at a time, and others learn who it is', async () => {
  const folder = temporaryFolder();
  const first = await claim(folder, 'start');
  first?.note({ address: 'http://localhost:4321', databaseUrl: 'postgres://u:p@h/d' });
  expect(await claim(folder, 'dev')).toBeUndefined();
  expect(holderOf(folder)).toMatchObject({
    command: 'start',
    address: 'http://localhost:4321',
    databaseUrl: 'postgres://u:p@h/d',
  });
  expect(statSync(join(folder, 'running.json')).mode & 0o777).toBe(0o600);
  first?.release();
  expect(holderOf(folder)).toBeUndefined();
  expect(await claim(folder, 'dev')).toBeDefined();
});

test('what a killed launcher left is taken over, and its server is ended first', async () => {
  const folder = temporaryFolder();
  const app = spawn('sleep', ['60']);
  onTestFinished(() => void app.kill());
  const mark = markOf(app.pid as number) as ProcessMark;
  const dead: ProcessMark = { pid: process.pid, started: 'another boot/1' };
  writeFileSync(
    join(folder, 'running.json'),
    JSON.stringify({ launcher: dead, command: 'start', app: mark }),
  );
  expect(holderOf(folder)).toBeUndefined();
  expect(await claim(folder, 'start')).toBeDefined();
  expect(isSameProcess(mark)).toBe(false);
});

test('a process number that was given away again is left alone', async () => {
  const folder = temporaryFolder();
  const stranger = spawn('sleep', ['60']);
  onTestFinished(() => void stranger.kill());
  const old: ProcessMark = { pid: stranger.pid as number, started: 'before/1' };
  writeFileSync(
    join(folder, 'running.json'),
    JSON.stringify({ launcher: old, command: 'start', app: old }),
  );
  expect(await claim(folder, 'start')).toBeDefined();
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('of two that find the same leftovers at once, one gets the folder', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'running.json'),
    '{"launcher":{"pid":1,"started":"before/1"},"command":"start"}',
  );
  const script = `
    const { claim } = await import(${JSON.stringify(join(import.meta.dirname, '../../scripts/launch/claim.ts'))});
    console.log((await claim(process.argv[1], 'start')) ? 'mine' : 'not mine');
    setTimeout(() => undefined, 3000);`;
  const answers = await Promise.all(
    [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let said = '';
      child.stdout.on('data', (text) => (said += String(text)));
      await until(() => said.includes('\n'), 20_000);
      return said.trim();
    }),
  );
  expect(answers.filter((answer) => answer === 'mine')).toHaveLength(1);
  expect(JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'))).toMatchObject({
    command: 'start',
  });
});

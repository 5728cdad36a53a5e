import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findLockOwner, lockDataDir } from '../../scripts/launch/data-dir-lock.ts';
import {
  identifyProcess,
  isSameProcess,
  waitUntil,
  type ProcessIdentity,
} from '../../scripts/launch/processes.ts';
import { temporaryFolder } from './folders.ts';

test('a data folder has one launcher at a time, and others can read which', async () => {
  const folder = temporaryFolder();
  const first = await lockDataDir(folder, 'start');
  first?.update({ address: 'http://localhost:4321', databaseUrl: 'postgres://u:p@h/d' });
  expect(await lockDataDir(folder, 'dev')).toBeUndefined();
  expect(findLockOwner(folder)).toMatchObject({
    command: 'start',
    address: 'http://localhost:4321',
    databaseUrl: 'postgres://u:p@h/d',
  });
  expect(statSync(join(folder, 'running.json')).mode & 0o777).toBe(0o600);
  first?.release();
  expect(findLockOwner(folder)).toBeUndefined();
  expect(await lockDataDir(folder, 'dev')).toBeDefined();
});

test('a data folder that it makes is closed to other accounts', async () => {
  const folder = join(temporaryFolder(), 'new/data');
  await lockDataDir(folder, 'start');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('the folder of a killed launcher is taken over after its server was stopped', async () => {
  const folder = temporaryFolder();
  const app = spawn('sleep', ['60']);
  onTestFinished(() => void app.kill());
  const mark = identifyProcess(app.pid as number) as ProcessIdentity;
  const dead: ProcessIdentity = { pid: process.pid, started: 'another boot/1' };
  writeFileSync(
    join(folder, 'running.json'),
    JSON.stringify({ launcher: dead, command: 'start', app: mark }),
  );
  expect(findLockOwner(folder)).toBeUndefined();
  expect(await lockDataDir(folder, 'start')).toBeDefined();
  expect(isSameProcess(mark)).toBe(false);
});

test('a copied folder is not locked by the site that it was copied from', async () => {
  const folder = temporaryFolder();
  const copy = temporaryFolder();
  const site = spawn('sleep', ['60']);
  onTestFinished(() => void site.kill());
  const lock = await lockDataDir(folder, 'start');
  lock?.update({ app: identifyProcess(site.pid as number), databaseUrl: 'postgres://u:p@h/d' });
  copyFileSync(join(folder, 'running.json'), join(copy, 'running.json'));
  expect(findLockOwner(copy)).toBeUndefined();
  expect(await lockDataDir(copy, 'location')).toBeDefined();
  expect(site.exitCode ?? site.signalCode).toBeNull();
  expect(findLockOwner(folder)).toMatchObject({ databaseUrl: 'postgres://u:p@h/d' });
});

test('a process with a reused id is left alone', async () => {
  const folder = temporaryFolder();
  const stranger = spawn('sleep', ['60']);
  onTestFinished(() => void stranger.kill());
  const old: ProcessIdentity = { pid: stranger.pid as number, started: 'before/1' };
  writeFileSync(
    join(folder, 'running.json'),
    JSON.stringify({ launcher: old, command: 'start', app: old }),
  );
  expect(await lockDataDir(folder, 'start')).toBeDefined();
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('one of several launchers that find the same stale lock at once gets the folder', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'running.json'),
    '{"launcher":{"pid":1,"started":"before/1"},"command":"start"}',
  );
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(join(import.meta.dirname, '../../scripts/launch/data-dir-lock.ts'))});
    console.log((await lockDataDir(process.argv[1], 'start')) ? 'mine' : 'not mine');
    setTimeout(() => undefined, 3000);`;
  const outputs = await Promise.all(
    [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let output = '';
      child.stdout.on('data', (text) => (output += String(text)));
      await waitUntil(() => output.includes('\n'), 20_000);
      return output.trim();
    }),
  );
  expect(outputs.filter((output) => output === 'mine')).toHaveLength(1);
  expect(JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'))).toMatchObject({
    command: 'start',
  });
});

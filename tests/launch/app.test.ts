import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkPort, superviseApp, toCrash, waitUntilReady } from '../../scripts/launch/app.ts';
import { isSameProcess, waitUntil, type ProcessIdentity } from '../../scripts/launch/processes.ts';
import { temporaryFolder } from './folders.ts';

/** A stand-in for the server: serves its number of starts, stops on request, crashes at `/die`. */
const program = `
  import { appendFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  const [port, notes] = process.argv.slice(2);
  const note = (text) => appendFileSync(notes, text + '\\n');
  const server = createServer((request, response) => {
    if (request.url === '/die') process.exit(3);
    response.end('ready');
  });
  const stop = (why) => { note('stopped by ' + why); process.exit(0); };
  process.on('SIGTERM', () => stop('signal'));
  process.on('disconnect', () => stop('disconnect'));
  server.listen(Number(port), '127.0.0.1', () => note('started'));
`;

async function prepare() {
  const folder = temporaryFolder();
  const file = join(folder, 'program.mjs');
  const notes = join(folder, 'notes');
  writeFileSync(file, program);
  writeFileSync(notes, '');
  const port = await checkPort('127.0.0.1', 0);
  const stopping = new AbortController();
  const starts: ProcessIdentity[] = [];
  const onStart = (mark: ProcessIdentity | undefined) => void (mark && starts.push(mark));
  const options = {
    program: process.execPath,
    args: [file, String(port), notes],
    env: process.env,
    signal: stopping.signal,
    logFile: join(folder, 'log'),
    onStart,
  };
  return {
    folder,
    port,
    notes: () => readFileSync(notes, 'utf8').trim().split('\n'),
    options,
    starts,
    stopping,
  };
}

test('a crashed server is restarted, and is stopped in order at the end', async () => {
  const { port, notes, options, starts, stopping } = await prepare();
  const running = superviseApp(options);
  await waitUntilReady('127.0.0.1', port, stopping.signal);
  await fetch(`http://127.0.0.1:${port}/die`).catch(() => undefined);
  expect(await waitUntil(() => starts.length === 2, 10_000)).toBe(true);
  await waitUntilReady('127.0.0.1', port, stopping.signal);
  process.kill((starts[1] as ProcessIdentity).pid, 'SIGKILL');
  expect(await waitUntil(() => starts.length === 3, 10_000)).toBe(true);
  await waitUntilReady('127.0.0.1', port, stopping.signal);
  stopping.abort();
  await running;
  expect(notes()).toEqual(['started', 'started', 'started', 'stopped by signal']);
});

test('a server that keeps crashing is restarted with increasing delays, each logged', async () => {
  const { options, starts, stopping } = await prepare();
  const logSpy = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => logSpy.mockRestore());
  const running = superviseApp({ ...options, args: ['-e', 'process.exit(9)'], initialDelay: 1 });
  expect(await waitUntil(() => starts.length === 8, 20_000)).toBe(true);
  stopping.abort();
  await running;
  const lines = logSpy.mock.calls.map(([line]) => String(line));
  expect(lines[0]).toContain(
    'the server ended unexpectedly (exit code 9); starting it again in 0.001 s',
  );
  expect(lines[6]).toContain('(exit code 9, 7 times in a row); starting it again in 0.064 s');
});

test('the delay of a restart ends at six seconds, and ten seconds of health begin it again', () => {
  const delays: number[] = [];
  for (let count = 0; count < 7; count += 1) delays.push(toCrash(count, 9_000, 500).delay);
  expect(delays).toEqual([500, 1_000, 2_000, 4_000, 6_000, 6_000, 6_000]);
  expect(toCrash(7, 11_000, 500)).toEqual({ count: 1, delay: 500 });
});

test('a server with invalid settings is not restarted', async () => {
  const { options, starts } = await prepare();
  await expect(superviseApp({ ...options, args: ['-e', 'process.exit(78)'] })).rejects.toThrow(
    'cannot run with these settings',
  );
  expect(starts).toHaveLength(1);
});

test('a server whose launcher is killed stops by itself', async () => {
  const { folder, port, notes, options } = await prepare();
  const launcher = join(folder, 'launcher.mjs');
  writeFileSync(
    launcher,
    `const { superviseApp } = await import(${JSON.stringify(join(import.meta.dirname, '../../scripts/launch/app.ts'))});
     await superviseApp({
       ...JSON.parse(process.argv[2]),
       env: process.env,
       signal: new AbortController().signal,
       onStart: (identity) => console.log(JSON.stringify(identity)),
     });`,
  );
  const child = spawn(process.execPath, [launcher, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const mark = await new Promise<ProcessIdentity>((resolve) =>
    child.stdout.once('data', (line) => resolve(JSON.parse(String(line)))),
  );
  await waitUntilReady('127.0.0.1', port, new AbortController().signal);
  child.kill('SIGKILL');
  expect(await waitUntil(() => !isSameProcess(mark), 10_000)).toBe(true);
  expect(notes()).toEqual(['started', 'stopped by disconnect']);
});

test('a taken port is reported in one line', async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) =>
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
  );
  onTestFinished(() => void other.close());
  await expect(checkPort('127.0.0.1', port)).rejects.toThrow(
    `Port ${port} is taken by another program. Stop it, or choose another: PORT=4322 npm start`,
  );
});

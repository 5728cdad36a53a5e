import { fork, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverArgs, serverEnvironment } from '../launch/server-program.ts';
import type { Target } from './load.ts';

const waitForExit = (child: ChildProcess) =>
  new Promise<void>((resolve) =>
    child.exitCode === null ? child.once('exit', () => resolve()) : resolve(),
  );

/**
 * Starts a server that sends exactly these bytes.
 * @param headers alternating names and values
 */
export async function startRaw({
  headers,
  body,
}: {
  headers: string[];
  body: Buffer;
}): Promise<Target & { stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-raw-'));
  const files = { headers: join(folder, 'headers'), body: join(folder, 'body') };
  writeFileSync(files.headers, JSON.stringify(headers));
  writeFileSync(files.body, body);
  const child = fork(join(import.meta.dirname, 'raw-server.ts'), [files.headers, files.body]);
  const port = await new Promise<number>((resolve) =>
    child.once('message', (value) => resolve(value as number)),
  );
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async stop() {
      child.disconnect();
      await waitForExit(child);
      rmSync(folder, { recursive: true });
    },
  };
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Starts the built server as `npm start` does, but without limits and with a quiet log. */
export async function startBuilt(
  out: string,
  settings: Record<string, string>,
): Promise<Target & { stop: () => Promise<void> }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, serverArgs(out), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...serverEnvironment,
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN: origin,
      RATE_LIMIT_SCALE: '1000000',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  for (let tries = 0; ; tries++) {
    const isReady = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) break;
    if (child.exitCode !== null || tries > 200) throw new Error('The server did not start');
    await sleep(100);
  }
  return {
    origin,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await waitForExit(child);
    },
  };
}

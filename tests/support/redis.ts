import { spawn } from 'node:child_process';
import { createClient } from '@redis/client';
import { hasExited, waitUntil } from '../../scripts/launch/processes.ts';
import { findRedis } from '../../scripts/launch/test-programs.ts';
import { freePort } from './free-port.ts';

const program = findRedis();

/** Reason to skip tests with a real server; undefined if one is installed. */
export const noRedis = program ? undefined : 'neither redis-server nor valkey-server is installed';

/**
 * A real server without persistence. Restarted on the same port, it looks the same to its clients.
 */
export async function startRedis(port?: number): Promise<{
  url: string;
  port: number;
  freeze: () => void;
  thaw: () => void;
  stop: () => Promise<void>;
}> {
  const chosen = port ?? (await freePort());
  const url = `redis://127.0.0.1:${chosen}`;
  const child = spawn(
    program!,
    ['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  const answers = async () => {
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on('error', () => undefined);
    return client
      .connect()
      .then(
        () => true,
        () => false,
      )
      .finally(() => client.destroy());
  };
  if (!(await waitUntil(answers, 10_000))) throw new Error('The Redis server does not start.');
  return {
    url,
    port: chosen,
    /** It still accepts connections, but does not answer. */
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGKILL');
      await waitUntil(() => hasExited(child), 10_000);
    },
  };
}

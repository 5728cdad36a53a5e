import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Heartbeat } from '#server/database/heartbeat.ts';
import { sql } from '#server/sql.ts';
import { db } from './db.ts';

let isStopping = false;

/** From now on load balancers are told to go elsewhere. */
export const beginStopping = () => {
  isStopping = true;
};

const say = (res: ServerResponse, status: number, text: string) => {
  if (status === 503) res.setHeader('retry-after', 2);
  res.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  res.end(text);
};

/**
 * `/healthz`: the process lives. `/readyz`: it can serve: the database answers, and the heartbeat
 * is heard without which requests would be refused.
 */
export async function health(
  _req: IncomingMessage,
  res: ServerResponse,
  path: string,
  heartbeat: Pick<Heartbeat, 'isAway' | 'whenAway' | 'whenHeard'>,
): Promise<void> {
  if (isStopping) return say(res, 503, 'stopping\n');
  if (path === '/healthz') return say(res, 200, 'ok\n');
  if (heartbeat.isAway()) return say(res, 503, 'database away\n');
  try {
    await Promise.race([
      Promise.all([db.execute(sql`select 1`), heartbeat.whenHeard()]),
      heartbeat.whenAway(),
    ]);
    say(res, 200, 'ready\n');
  } catch {
    say(res, 503, 'database away\n');
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Heartbeat } from '#server/database/heartbeat.ts';
import { sql } from '#server/sql.ts';
import { db } from './db.ts';

let isStopping = false;

/** Makes /readyz fail, so that load balancers send requests elsewhere. */
export const beginStopping = () => {
  isStopping = true;
};

const sendText = (res: ServerResponse, status: number, text: string) => {
  if (status === 503) res.setHeader('retry-after', 2);
  res.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  res.end(text);
};

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve, i.e. the database answers and the
 * heartbeat is confirmed, without which requests would be refused.
 */
export async function health(
  _req: IncomingMessage,
  res: ServerResponse,
  path: string,
  heartbeat: Pick<Heartbeat, 'isAway' | 'whenAway' | 'whenListening'>,
): Promise<void> {
  if (isStopping) return sendText(res, 503, 'stopping\n');
  if (path === '/healthz') return sendText(res, 200, 'ok\n');
  if (heartbeat.isAway()) return sendText(res, 503, 'database away\n');
  try {
    await Promise.race([
      Promise.all([db.execute(sql`select 1`), heartbeat.whenListening()]),
      heartbeat.whenAway(),
    ]);
    sendText(res, 200, 'ready\n');
  } catch {
    sendText(res, 503, 'database away\n');
  }
}

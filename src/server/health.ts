import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import type { Pulse } from './database-pulse.ts';
import { db } from './db.ts';

let isStopping = false;

/** From now on load balancers are told to go elsewhere. */
export const beginStopping = () => {
  isStopping = true;
};

const say = (res: ServerResponse, status: number, text: string) => {
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  res.end(text);
};

/** `/healthz`: the process lives. `/readyz`: it can serve: the database answers, and the heartbeat is heard without which requests would be refused. */
export async function health(_req: IncomingMessage, res: ServerResponse, path: string, pulse: Pick<Pulse, 'isAway' | 'whenAway' | 'whenHeard'>): Promise<void> {
  if (isStopping) return say(res, 503, 'stopping\n');
  if (path === '/healthz') return say(res, 200, 'ok\n');
  if (pulse.isAway()) return say(res, 503, 'database away\n');
  try {
    await Promise.race([Promise.all([db.execute(sql`select 1`), pulse.whenHeard()]), pulse.whenAway()]);
    say(res, 200, 'ready\n');
  } catch {
    say(res, 503, 'database away\n');
  }
}

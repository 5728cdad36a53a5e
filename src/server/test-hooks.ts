import type { IncomingMessage, ServerResponse } from 'node:http';
import { openLoopback } from '#server/fetching/guard.ts';
import type { PageCache } from '#server/page-cache/page-cache.ts';
import { moveClock, runDue } from './clock.ts';

/**
 * Fault points by name; code calls `isFaulty(name)` and fails on purpose. Empty outside test
 * builds.
 */
const faults = new Set<string>();
export const isFaulty = (name: string) => faults.has(name);

/**
 * `POST /__test/clock?seconds=N`, `POST /__test/fault?name=x&on=1`, `POST /__test/loopback?on=1`,
 * `GET /__test/cache`. Compiled into test builds only; in production these paths are unknown and
 * answer 404.
 */
export async function testHooks(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  cache: PageCache,
): Promise<boolean> {
  if (!path.startsWith('/__test/')) return false;
  const query = new URL(req.url!, 'http://localhost').searchParams;
  const sendAnswer = (value: unknown) =>
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (path === '/__test/clock' && req.method === 'POST') {
    moveClock(Number(query.get('seconds')));
    await runDue();
    sendAnswer({});
  } else if (path === '/__test/fault' && req.method === 'POST') {
    if (query.get('on') === '1') faults.add(query.get('name')!);
    else faults.delete(query.get('name')!);
    sendAnswer({});
  } else if (path === '/__test/loopback' && req.method === 'POST') {
    openLoopback(query.get('on') === '1');
    sendAnswer({});
  } else if (path === '/__test/cache') {
    sendAnswer(cache.figures());
  } else {
    return false;
  }
  return true;
}

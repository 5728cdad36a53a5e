import { load, median, type LoadOptions, type Measure, type Shot, type Target } from './load.ts';
import { startRaw } from './servers.ts';
import type { Row } from './table.ts';

/**
 * One row: the app and a bare server with the same bytes in turn, so that both meet the same noise.
 * @param shots the next request to send
 */
export async function measureRow(
  app: Target,
  name: string,
  shots: () => Shot,
  { rounds, ...options }: LoadOptions & { rounds: number },
): Promise<Row> {
  const raw = await startRaw(await answerTo(app, shots()));
  const runs: { app: Measure[]; raw: Measure[] } = { app: [], raw: [] };
  for (let round = 0; round < rounds; round++) {
    runs.raw.push(await load(raw, shots, options));
    runs.app.push(await load(app, shots, options));
  }
  await raw.stop();
  return { name, app: median(runs.app), raw: median(runs.raw) };
}

/** What node:http says by itself, and what belongs to one answer alone. */
const ownHeaders = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
];

async function answerTo(target: Target, shot: Shot) {
  const answer = await fetch(target.origin + shot.path, {
    method: shot.method ?? 'GET',
    headers: { ...shot.headers },
    ...(shot.body ? { body: shot.body } : {}),
  });
  if (!answer.ok)
    throw new Error(
      `${shot.path} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`,
    );
  const body = Buffer.from(await answer.arrayBuffer());
  // fetch has unpacked the body; the bare server sends as many bytes as the app sent.
  const sent = Number(answer.headers.get('content-length') ?? body.length);
  return {
    body: body.subarray(0, sent),
    headers: [...answer.headers].filter(([name]) => !ownHeaders.includes(name)).flat(),
  };
}

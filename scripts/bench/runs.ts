import {
  load,
  median,
  type BenchRequest,
  type LoadOptions,
  type Measure,
  type Target,
} from './load.ts';
import { startRaw } from './servers.ts';
import type { Row } from './table.ts';

/**
 * Measures one row: the app and a bare server with the same bytes in turn, so that both see the
 * same noise.
 * @param nextRequest returns the next request to send
 */
export async function measureRow(
  app: Target,
  name: string,
  nextRequest: () => BenchRequest,
  { rounds, ...options }: LoadOptions & { rounds: number },
): Promise<Row> {
  const raw = await startRaw(await fetchResponse(app, nextRequest()));
  const runs: { app: Measure[]; raw: Measure[] } = { app: [], raw: [] };
  for (let round = 0; round < rounds; round++) {
    runs.raw.push(await load(raw, nextRequest, options));
    runs.app.push(await load(app, nextRequest, options));
  }
  await raw.stop();
  return { name, app: median(runs.app), raw: median(runs.raw) };
}

/** Headers that node:http sets itself, and those of a single response. */
const ownHeaders = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
];

async function fetchResponse(target: Target, request: BenchRequest) {
  const response = await fetch(target.origin + request.path, {
    method: request.method ?? 'GET',
    headers: { ...request.headers },
    ...(request.body ? { body: request.body } : {}),
  });
  if (!response.ok)
    throw new Error(
      `${request.path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`,
    );
  const body = Buffer.from(await response.arrayBuffer());
  // fetch has decompressed the body; the bare server sends as many bytes as the app did.
  const sent = Number(response.headers.get('content-length') ?? body.length);
  return {
    body: body.subarray(0, sent),
    headers: [...response.headers].filter(([name]) => !ownHeaders.includes(name)).flat(),
  };
}

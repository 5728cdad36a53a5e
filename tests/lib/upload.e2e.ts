import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';

// Only a browser has XMLHttpRequest: a page with just the call layer, and a server that reads
// slowly.

const page = `<!doctype html><title>calls</title><meta name="consumer" content="app:secret"><script type="module">
import { post } from '/rest.js';
window.send = async (bytes, cancelAt = 200) => {
  const percents = [];
  const controller = new AbortController();
  const onProgress = (percent) => { percents.push(percent); if (percent >= cancelAt) controller.abort(); };
  const photo = new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' });
  try {
    const answer = await post('/upload')({ body: 'look', photo }, { onProgress, signal: controller.signal, idempotencyKey: 'k' });
    return { answer, percents };
  } catch ({ name, code, status, message }) {
    return { error: { name, code, status, message }, percents };
  }
};
</script>`;

let browser: Browser;
let server: Server;
let origin: string;
let refusal: object | undefined;
let isCutOff = false;

beforeAll(async () => {
  const bundle = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: 'src/lib/rest.ts', formats: ['es'], fileName: 'rest' },
    },
  });
  const [{ output }] = bundle as unknown as [{ output: [{ code: string }] }];
  server = createServer((req, res) => {
    if (req.method === 'GET') {
      const isScript = req.url === '/rest.js';
      res
        .setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
        .end(isScript ? output[0].code : page);
      return;
    }
    let bytes = 0;
    let start = '';
    req.on('data', (chunk: Buffer) => {
      if (!bytes) start = chunk.toString('latin1').slice(0, 400);
      bytes += chunk.length;
      if (isCutOff) req.destroy();
      req.pause();
      setTimeout(() => req.resume(), 2);
    });
    req.on('error', () => undefined);
    req.on('end', () => {
      const answer = refusal ?? { status_code: 200, body: { bytes, start, headers: req.headers } };
      res
        .writeHead(refusal ? 413 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

interface Sent {
  answer?: { bytes: number; start: string; headers: Record<string, string> };
  error?: { name: string; code: string; status: number; message: string };
  percents: number[];
}

async function send(...args: [bytes: number, cancelAt?: number]): Promise<Sent> {
  const tab = await browser.newPage();
  await tab.goto(origin);
  const sent = await tab.evaluate(
    (given) =>
      (globalThis as unknown as { send: (...given: number[]) => Promise<unknown> }).send(...given),
    args as number[],
  );
  await tab.close();
  return sent as Sent;
}

afterEach(() => {
  refusal = undefined;
  isCutOff = false;
});

test('an upload reports its progress in percent, up to 100', async () => {
  const { answer, percents } = await send(20_000_000);
  expect(answer!.bytes).toBeGreaterThan(20_000_000);
  expect(answer!.start).toMatch(
    /name="body"\r\n\r\nlook[\s\S]*name="photo"; filename="photo\.png"/,
  );
  expect(answer!.headers).toMatchObject({ oauth_consumer_key: 'app', 'idempotency-key': 'k' });
  expect(percents.length).toBeGreaterThan(1);
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(percents.at(-1)).toBe(100);
});

test('an upload can be cancelled', async () => {
  expect((await send(30_000_000, 1)).error).toMatchObject({ name: 'RestError', code: 'aborted' });
});

test('an upload that is refused gives the reason of the server', async () => {
  refusal = {
    status_code: 413,
    error: true,
    error_code: 'file_too_large',
    message: 'At most 10 MB.',
  };
  expect((await send(1000)).error).toMatchObject({
    status: 413,
    code: 'file_too_large',
    message: 'At most 10 MB.',
  });
});

test('an upload that loses its connection is offline', async () => {
  isCutOff = true;
  expect((await send(3_000_000)).error).toMatchObject({ status: 0, code: 'offline' });
});

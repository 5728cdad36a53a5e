import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  method: string;
  /** Below /api/rest. */
  path: string;
  /** From the query and an urlencoded body. */
  fields: Record<string, string>;
  headers: IncomingHttpHeaders;
}

export type Answer = (call: ReceivedCall) => unknown;

export interface CallServer {
  /** In the order of arrival. */
  received: ReceivedCall[];
  /**
   * Sets the response for a path: a body, or a function returning one, which may be slow or throw a
   * `Refusal`.
   */
  on(path: string, answer: Answer): void;
  close(): void;
}

/**
 * Thrown by a response function to send the envelope's error. Status 0 breaks the connection
 * instead.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code = 'server_error') {
    super('Refused.');
    this.status = status;
    this.code = code;
  }
}

/** A real loopback server in place of the site's REST calls, for tests of stores. */
export async function startCallServer(): Promise<CallServer> {
  const answers = new Map<string, Answer>();
  const received: ReceivedCall[] = [];
  const send = (res: ServerResponse, status: number, value: unknown) =>
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', async () => {
      const url = new URL(req.url!, 'http://here');
      const body = new URLSearchParams(Buffer.concat(chunks).toString());
      const call = {
        method: req.method!,
        path: url.pathname.replace('/api/rest', ''),
        fields: Object.fromEntries([...url.searchParams, ...body]),
        headers: req.headers,
      };
      received.push(call);
      try {
        const answer = answers.get(call.path);
        if (!answer) throw new Refusal(404, 'no_route');
        const value = await answer(call);
        send(
          res,
          200,
          value === undefined ? { status_code: 204 } : { status_code: 200, body: value },
        );
      } catch (error) {
        const { status, code, message } = error as Refusal;
        if (status === 0) res.destroy();
        else
          send(res, status ?? 500, {
            status_code: status ?? 500,
            error: true,
            error_code: code,
            message,
          });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Browsers resolve '/api/rest/…' against the page's URL; Node has none.
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => realFetch(new URL(String(input), origin), init);
  return {
    received,
    on: (path, answer) => void answers.set(path, answer),
    close() {
      globalThis.fetch = realFetch;
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A Storage like the browser's, which Node offers only with a file. */
export function fakeStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (name) => kept.get(name) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (name) => void kept.delete(name),
    setItem: (name, text) => void kept.set(name, String(text)),
  };
}

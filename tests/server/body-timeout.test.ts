import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sendError } from '#server/http/answer.ts';
import { watchBodyTimeout } from '#server/http/body-timeout.ts';
import { readBody, readFields } from '#server/http/body.ts';
import { settleBody } from '#server/http/unread-body.ts';

describe('timing', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  interface Course {
    /** Whether the buffer is still full. */
    isFullAt?: (second: number) => boolean;
    completeAt?: number;
  }

  /**
   * Simulates a request whose socket delivers `bytesAt` per second; returns the second in which it
   * was aborted, if any.
   */
  function endOf(
    bytesAt: (second: number) => number,
    { isFullAt, completeAt = Infinity }: Course = {},
  ): number | undefined {
    const socket = { bytesRead: 700 };
    const req = Object.assign(new EventEmitter(), {
      socket,
      complete: false,
      destroyed: false,
      readableLength: 0,
      readableHighWaterMark: 65_536,
      destroy: () => (req.destroyed = true),
    });
    watchBodyTimeout(req as unknown as IncomingMessage);
    for (let second = 1; second <= 120; second += 1) {
      socket.bytesRead = 700 + bytesAt(second);
      req.readableLength = isFullAt?.(second) ? 65_536 : 0;
      req.complete = second >= completeAt;
      vi.advanceTimersByTime(1_000);
      if (req.destroyed) return second;
    }
    return undefined;
  }

  // The check runs every five seconds.
  test('a trickling body is aborted at the first check after its ten seconds of grace', () => {
    expect(endOf((second) => second * 100)).toBe(15);
    expect(
      endOf((second) => Math.min(second, 20) * 20_000 + Math.max(second - 20, 0) * 100),
    ).toBeGreaterThan(20);
  });

  test('a body that stalls is aborted after half a minute, however much was received', () => {
    expect(endOf(() => 50_000_000)).toBe(40);
  });

  test('a steady or complete body is not aborted', () => {
    expect(endOf((second) => second * 16_500)).toBeUndefined();
    expect(endOf(() => 100, { completeAt: 5 })).toBeUndefined();
  });

  test('time with our own buffer full is not charged to the sender', () => {
    expect(endOf(() => 100, { isFullAt: () => true })).toBeUndefined();
    const bytesAt = (second: number) => (second < 60 ? 65_536 : 65_536 + (second - 60) * 20_000);
    expect(endOf(bytesAt, { isFullAt: (second) => second < 60 })).toBeUndefined();
  });
});

describe('over a real connection', () => {
  async function serve(
    answer: (req: IncomingMessage, res: ServerResponse) => void,
  ): Promise<number> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }

  function open(port: number, headers: string[], start = ''): Socket {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(['POST / HTTP/1.1', 'host: here', ...headers, '', start].join('\r\n'));
    return socket;
  }

  const multipart = 'multipart/form-data; boundary=end';
  const readers = {
    JSON: { type: 'application/json', read: readFields },
    'an urlencoded form': { type: 'application/x-www-form-urlencoded', read: readFields },
    'a multipart form': { type: multipart, read: readFields },
    "a page's form": {
      type: 'application/x-www-form-urlencoded',
      read: (req: IncomingMessage) => readBody(req, 1_000),
    },
    'a body that nobody reads': {
      type: 'application/json',
      read: (req: IncomingMessage) =>
        once(req, 'close').then(() => Promise.reject(new Error('closed'))),
    },
  };
  const short = { checkEvery: 20, grace: 200, maxSilence: 100 };

  describe.each(Object.entries(readers))('%s', (_, { type, read }) => {
    test.each([
      ['does not come', 0],
      ['trickles', 10],
    ])('is aborted when it %s, and its reader gets an error', async (_how, every) => {
      let outcome: Promise<unknown> | undefined;
      const port = await serve((req) => {
        watchBodyTimeout(req, short);
        outcome = Promise.resolve(read(req)).then(
          () => 'complete',
          () => 'broken off',
        );
      });
      const socket = open(port, [`content-type: ${type}`, 'content-length: 900']);
      if (every) {
        const drops = setInterval(() => socket.write('a'), every);
        onTestFinished(() => clearInterval(drops));
      }
      socket.resume();
      // Not `once` of node:events, which would reject on a reset.
      await new Promise((resolve) => socket.once('close', resolve));
      expect(await outcome).toBe('broken off');
    });
  });

  test.each([
    ['with its length', ['content-length: 3000000']],
    ['in chunks', ['transfer-encoding: chunked']],
  ])(
    'a body that is too large, sent %s, is answered, left unread and closed',
    async (_, headers) => {
      let received: Socket | undefined;
      const port = await serve((req, res) => {
        received = req.socket;
        watchBodyTimeout(req, { ...short, maxSilence: 10_000, grace: 10_000 });
        readFields(req).then(
          () => res.end('read'),
          async (error: unknown) => {
            await settleBody(req, res, error);
            sendError(req, res, error, 'test');
          },
        );
      });
      const socket = open(port, ['content-type: application/json', ...headers]);
      let answer = '';
      socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
      const isChunked = headers[0]!.endsWith('chunked');
      const piece = 'x'.repeat(100_000);
      for (let count = 0; count < 30; count += 1)
        socket.write(isChunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece);
      if (isChunked) socket.write('0\r\n\r\n');
      await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 413 [^]*request_too_large/);
      expect(answer).toMatch(/\r\nconnection: close\r\n/i);
      await expect.poll(() => socket.destroyed).toBe(true);
      expect(received!.bytesRead).toBeLessThan(1_000_000);
    },
  );
});

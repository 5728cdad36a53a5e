import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { perAddressLimit } from '#server/http/per-address.ts';
import { cutSilentReaders } from '#server/http/slow-readers.ts';

const silence = 200;
const large = Buffer.alloc(24 * 1024 * 1024, 'x');

async function serve(answer: RequestListener, longest = silence): Promise<number> {
  const server = createServer(answer);
  cutSilentReaders(server, longest);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function ask(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  return socket;
}

test('a reader that accepts nothing is disconnected, and its stream destroyed', async () => {
  let closed: Promise<unknown> | undefined;
  const port = await serve((_req, res) => {
    closed = once(res, 'close');
    res.end(large);
  });
  const socket = ask(port).pause();
  await expect.poll(() => closed).toBeDefined();
  await closed;
  socket.destroy();
});

test('a slow reader is not', async () => {
  // Long enough for a busy machine, shorter than the whole transfer.
  const port = await serve((_req, res) => void res.end(large), 1_500);
  const socket = ask(port);
  let read = 0;
  socket.on('data', (chunk: Buffer) => {
    read += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 10);
  });
  await expect.poll(() => read).toBeGreaterThan(large.length);
  socket.destroy();
});

test('a response that starts late is not', async () => {
  const port = await serve((_req, res) => void setTimeout(() => res.end('late'), silence * 5));
  const socket = ask(port);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await expect.poll(() => text).toContain('late');
  socket.destroy();
});

test('responses in progress are limited per address, without affecting others', () => {
  const limit = perAddressLimit(2);
  const answer = () =>
    Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;
  const first = answer();
  limit.admit('203.0.113.9', first);
  limit.admit('203.0.113.9', answer());
  expect(() => limit.admit('203.0.113.9', answer())).toThrow(
    expect.objectContaining({ code: 'too_many_requests', retryAfter: 5 }),
  );
  limit.admit('203.0.113.10', answer());
  first.emit('close');
  limit.admit('203.0.113.9', answer());
  // A response already destroyed when it is counted would never be released.
  const aborted = Object.assign(answer(), { destroyed: true });
  limit.admit('198.51.100.1', aborted);
  expect(limit.size()).toBe(2);
});

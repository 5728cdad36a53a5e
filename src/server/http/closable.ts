import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const lookEvery = 100;

/**
 * Returns a function that closes the server: responses in progress get that many milliseconds, idle
 * connections are closed, and so are connections without any request. Browsers open those ahead of
 * need, and Node would wait for a first request.
 */
export function closable(server: Server): (maxMilliseconds: number) => Promise<void> {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return async (maxMilliseconds) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const cutIdle = () => {
      server.closeIdleConnections();
      for (const socket of unused) if (!socket.bytesRead) socket.destroy();
    };
    cutIdle();
    const looking = setInterval(cutIdle, lookEvery);
    const cut = setTimeout(() => server.closeAllConnections(), maxMilliseconds);
    await closed;
    clearInterval(looking);
    clearTimeout(cut);
  };
}

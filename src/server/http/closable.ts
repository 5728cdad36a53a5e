import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const lookEvery = 100;

/**
 * Gives what closes it: what is being answered is finished within so many milliseconds, what is
 * idle is cut, and so are connections over which nothing was ever asked. Browsers open those ahead
 * of need, and without this Node waits for a first request.
 */
export function closable(server: Server): (mostMilliseconds: number) => Promise<void> {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return async (mostMilliseconds) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const cutIdle = () => {
      server.closeIdleConnections();
      for (const socket of unused) if (!socket.bytesRead) socket.destroy();
    };
    cutIdle();
    const looking = setInterval(cutIdle, lookEvery);
    const cut = setTimeout(() => server.closeAllConnections(), mostMilliseconds);
    await closed;
    clearInterval(looking);
    clearTimeout(cut);
  };
}

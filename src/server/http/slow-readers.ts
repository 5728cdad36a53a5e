import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Node notices whether a write makes progress by looking twice: it reports after one to two of
 * these.
 */
const defaultSilence = 15_000;

/**
 * Cuts connections whose reader has accepted no byte of an answer for half a minute (security.md
 * section 8). While nothing waits to be sent, a connection may be silent for as long as its request
 * takes.
 */
export function cutSilentReaders(server: Server, silence = defaultSilence) {
  server.timeout = silence;
  server.on('request', (_req, res) => {
    res.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}

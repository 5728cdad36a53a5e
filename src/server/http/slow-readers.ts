import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Node checks write progress at this interval, so it reports after one to two of them. */
const defaultSilence = 15_000;

/**
 * Closes connections whose reader has accepted no byte for half a minute (security.md section 8). A
 * connection without pending output may stay silent as long as its request takes.
 */
export function cutSilentReaders(server: Server, silence = defaultSilence) {
  server.timeout = silence;
  server.on('request', (_req, res) => {
    res.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}

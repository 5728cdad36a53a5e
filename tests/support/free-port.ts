import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** Below the ephemeral ports: nothing takes one of these by chance before it is used. */
const firstPort = 20_000;
const portCount = 5_000;
const maxAttempts = 200;

/**
 * Returns a port reserved for this process. A second port is held as a lock that test processes of
 * other checkouts see too and that ends with the process.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const port = firstPort + randomInt(portCount);
    const reservation = await listenOn(port + portCount);
    if (!reservation) continue;
    const server = await listenOn(port);
    if (server) {
      await new Promise((resolve) => server.close(resolve));
      return port;
    }
    reservation.close();
  }
  throw new Error('No free port was found.');
}

function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server.unref()));
  });
}

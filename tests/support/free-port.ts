import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections and to `listen(0)`: nothing takes one
 * of these by chance between asking for it and listening on it.
 */
const firstPort = 20_000;
const portCount = 5_000;
const maxAttempts = 200;

/**
 * A port that nobody else gets from here while this process runs. A second port is held for as
 * long, so that test processes of other checkouts see the reservation as well, and it ends with the
 * process however that ends.
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

import { once } from 'node:events';
import { connect as connectTcp, isIP, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Tls } from './tls.ts';

/** The part of the driver's own options that says where the server is. */
export interface Destination {
  host: string[];
  port: number[];
  path?: string | false;
}

const dialWithin = 5_000;
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Returns a connected socket, with TLS if requested. Never rejects, since the driver loses a pool
 * slot for each socket it does not get: a failure becomes the error of a socket that is already
 * closed.
 */
export async function dial({ host, port, path }: Destination, tls: Tls): Promise<Socket> {
  const targets = path
    ? [{ path }]
    : host.map((name, index) => ({ host: name, port: port[index] ?? port[0]! }));
  let failure: unknown;
  for (const target of targets) {
    try {
      return await open(target, tls);
    } catch (error) {
      failure = error;
    }
  }
  return brokenSocket(failure as Error);
}

/** A socket that accepts writes and then fails. */
export function brokenSocket(error: Error): Socket {
  const socket = new Socket();
  socket.write = () => true;
  setImmediate(() => socket.destroy(error));
  return socket;
}

async function open(
  target: { path: string } | { host: string; port: number },
  tls: Tls,
): Promise<Socket> {
  const signal = AbortSignal.timeout(dialWithin);
  const socket = connectTcp(target);
  // An error between two steps surfaces in the next step.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal });
    if ('path' in target) return socket;
    // Small consecutive statements must not wait for each other's answers.
    socket.setNoDelay(true);
    return tls.mode === 'off' ? socket : await secure(socket, target.host, tls, signal);
  } catch (error) {
    socket.destroy();
    if (!signal.aborted) throw error;
    throw Object.assign(new Error(`connecting took longer than ${dialWithin / 1_000} s`), {
      code: 'CONNECT_TIMEOUT',
    });
  }
}

async function secure(
  socket: Socket,
  host: string,
  { mode, isDirect, files }: Tls,
  signal: AbortSignal,
): Promise<Socket> {
  if (!isDirect) {
    socket.write(sslRequest);
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
    // Further bytes would have been injected before encryption began.
    const isOffered = answer.length === 1 && answer[0] === 'S'.charCodeAt(0);
    if (!isOffered && mode === 'preferred') return socket;
    if (!isOffered) throw new Error('the server offers no TLS, which sslmode asks for');
  }
  const secured = connectTls({
    socket,
    host,
    servername: isIP(host) ? undefined : host,
    rejectUnauthorized: mode === 'verified',
    ...files,
    ALPNProtocols: isDirect ? ['postgresql'] : undefined,
  });
  secured.on('error', () => undefined);
  await once(secured, 'secureConnect', { signal });
  return secured;
}

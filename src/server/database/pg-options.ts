import { TLSSocket, type ConnectionOptions } from 'node:tls';
import { dial } from './dial.ts';
import { deleteLibpqParameters, tlsOf } from './tls.ts';

export interface PgOptions {
  connectionString: string;
  ssl: ConnectionOptions | false;
  sslnegotiation?: 'direct';
}

/**
 * The address for pg, the driver of the job queue, with TLS as all other connections have it. By
 * itself pg takes `require` for `verify-full`, and fails with `prefer` where the server offers
 * none.
 */
export async function pgOptions(url: string): Promise<PgOptions> {
  const address = new URL(url);
  const tls = tlsOf(address.searchParams);
  deleteLibpqParameters(address.searchParams);
  const connectionString = address.href;
  if (tls.mode === 'off') return { connectionString, ssl: false };
  if (tls.mode === 'preferred') {
    const socket = await dial(
      { host: [address.hostname], port: [Number(address.port || 5432)] },
      tls,
    );
    socket.on('error', () => undefined).destroy();
    if (!(socket instanceof TLSSocket)) return { connectionString, ssl: false };
  }
  return {
    connectionString,
    ssl: { rejectUnauthorized: tls.mode === 'verified', ...tls.files },
    ...(tls.isDirect ? { sslnegotiation: 'direct' } : {}),
  };
}

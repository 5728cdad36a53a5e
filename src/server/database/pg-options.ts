import { TLSSocket, type ConnectionOptions } from 'node:tls';
import { dial } from './dial.ts';
import { deleteLibpqParameters, toTls } from './tls.ts';

export interface PgOptions {
  connectionString: string;
  ssl: ConnectionOptions | false;
  sslnegotiation?: 'direct';
}

/**
 * The address for pg, the job queue's driver, with the same TLS as all other connections. By
 * default pg treats `require` as `verify-full`, and fails with `prefer` if the server offers no
 * TLS.
 */
export async function pgOptions(url: string): Promise<PgOptions> {
  const address = new URL(url);
  const tls = toTls(address.searchParams);
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

import postgres, { type Options, type PostgresType } from 'postgres';

/**
 * Opens postgres.js on any DATABASE_URL, also one that names a unix socket.
 *
 * The address `postgres://user:password@%2Ftmp%2Fdir/name` is understood by libpq (psql, pg_dump) and by pg (pg-boss), and
 * so is `postgres://user:password@localhost/name?host=/tmp/dir`; postgres.js 3.4 takes the first for a host name and sends
 * the second to the server as a setting. Both become its own `host` option here.
 */
export function postgresAt<T extends Record<string, PostgresType> = Record<never, never>>(
  url: string,
  options: Options<T> = {},
): ReturnType<typeof postgres<T>> {
  const address = new URL(url);
  const socket = address.searchParams.get('host') ?? decodeURIComponent(address.hostname);
  if (!socket.startsWith('/')) return postgres(url, options);
  address.searchParams.delete('host');
  return postgres(address.href, { ...options, host: socket });
}

import postgres, { type Options, type PostgresType, type TransactionSql } from 'postgres';
import { watchConnection } from '#server/database/connections.ts';
import { brokenSocket, dial, type Destination } from '#server/database/dial.ts';
import { prepareSession, type SessionSettings } from '#server/database/session.ts';
import { deleteLibpqParameters, toTls } from '#server/database/tls.ts';

/** A transaction of the driver, for programs that fill a database. */
export type DriverTransaction = TransactionSql<{ bigint: number }>;

export interface SessionOptions {
  /** Set on each connection before its first statement. */
  settings?: SessionSettings;
  /**
   * In milliseconds: a connection without an answer for longer is closed. By default statements may
   * take as long as they like.
   */
  answerWithin?: number;
  /**
   * A single connection without reconnecting: queued statements fail with it instead of being sent
   * on the next.
   */
  dialsOnce?: boolean;
}

/** In seconds. Firewalls forget silent connections, and a dead peer is noticed only by probing. */
const keepAlive = 10;

/**
 * Opens postgres.js on any DATABASE_URL, also one that names a unix socket.
 *
 * The address `postgres://user:password@%2Ftmp%2Fdir/name` is understood by libpq (psql, pg_dump)
 * and by pg (pg-boss), and so is `postgres://user:password@localhost/name?host=/tmp/dir`;
 * postgres.js 3.4 takes the first for a host name and sends the second to the server as a setting.
 * Both become its own `host` option here.
 */
export function postgresAt<T extends Record<string, PostgresType> = Record<never, never>>(
  url: string,
  options: Options<T> = {},
  { settings = {}, answerWithin = Infinity, dialsOnce = false }: SessionOptions = {},
): ReturnType<typeof postgres<T>> {
  const address = new URL(url);
  const tls = toTls(address.searchParams);
  const socketFolder = address.searchParams.get('host') ?? decodeURIComponent(address.hostname);
  address.searchParams.delete('host');
  deleteLibpqParameters(address.searchParams);

  let hasDialled = false;
  const open = async (destination: Destination) => {
    if (dialsOnce && hasDialled)
      return brokenSocket(
        Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' }),
      );
    hasDialled = true;
    const socket = await dial(destination, tls);
    const { begun } = watchConnection(socket, answerWithin);
    prepareSession(socket, settings, begun);
    return socket;
  };
  const all = {
    connect_timeout: 15,
    keep_alive: keepAlive,
    // The driver would print notices; triggers send one with each change of a public page.
    onnotice: () => undefined,
    ...options,
    ssl: false,
    socket: open,
  } as unknown as Options<T>;
  return postgres(
    address.href,
    socketFolder.startsWith('/') ? { ...all, host: socketFolder } : all,
  );
}

import type { Socket } from 'node:net';

export type SessionSettings = Record<string, string | number>;

const errorResponse = 'E'.charCodeAt(0);
const parameterStatus = 'S'.charCodeAt(0);
const readyForQuery = 'Z'.charCodeAt(0);

const setStatement = (settings: SessionSettings) =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${String(value).replaceAll("'", "''")}'`)
    .join('; ');

function simpleQuery(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5, 'Q');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/**
 * Sets what a session needs before the driver sees it as ready. Poolers refuse most settings in the
 * start-up message.
 */
function beginSession(
  socket: Socket,
  settings: SessionSettings,
  pass: (chunk: Buffer) => void,
  begun: () => void,
) {
  const statement = setStatement(settings);
  let unread: Buffer = Buffer.alloc(0);
  let isSetting = false;

  /** Returns false once the rest belongs to the driver. */
  function handle(message: Buffer): boolean {
    const type = message[0];
    if (type === readyForQuery && (isSetting || !statement)) {
      begun();
      pass(Buffer.concat([message, unread]));
      return false;
    }
    if (type === readyForQuery) {
      isSetting = true;
      socket.write(simpleQuery(statement));
    } else if (!isSetting || type === parameterStatus || type === errorResponse) {
      pass(message);
      if (isSetting && type === errorResponse) socket.destroy();
    }
    return true;
  }

  return (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= 5) {
      const length = 1 + unread.readUInt32BE(1);
      if (unread.length < length) return;
      const message = unread.subarray(0, length);
      unread = unread.subarray(length);
      if (!handle(message)) return;
    }
  };
}

/**
 * Hands a socket to the driver once the session is set up. Works around two faults of the driver
 * (3.4): a statement between a connection's error and its close never settles, and a server that
 * hangs up during the start goes unnoticed.
 */
export function prepareSession(socket: Socket, settings: SessionSettings, begun: () => void): void {
  const { emit } = socket;
  const pass = (event: string, ...given: unknown[]) =>
    Reflect.apply(emit, socket, [event, ...given]) as boolean;
  let failure: unknown;
  let hasBegun = false;
  const begin = beginSession(
    socket,
    settings,
    (chunk) => pass('data', chunk),
    () => {
      hasBegun = true;
      begun();
    },
  );

  socket.emit = ((event: string, ...given: unknown[]) => {
    if (event === 'data' && !hasBegun) {
      begin(given[0] as Buffer);
      return true;
    }
    if (event === 'error') {
      failure = given[0];
      return true;
    }
    if (event !== 'close') return pass(event, ...given);
    if (!hasBegun)
      failure ??= Object.assign(
        new Error('the database closed the connection during the start of a session'),
        {
          code: 'CONNECTION_CLOSED',
        },
      );
    if (failure) pass('error', failure);
    return pass('close', Boolean(failure));
  }) as Socket['emit'];
}

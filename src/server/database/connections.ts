import type { Socket } from 'node:net';

/** A database connection of this process, watched for silence. Times are `performance.now()`. */
interface Connection {
  socket: Socket;
  dialledAt: number;
  /** Time of the last answer; before the first one, of the dial. */
  answeredAt: number;
  /** Its session has started, as far as is known. */
  hasBegun: boolean;
  /** When the oldest unanswered request was written. */
  askedAt: number | undefined;
  /** In milliseconds; longer than any statement may take. */
  answerWithin: number;
}

const connections = new Set<Connection>();
const lookEvery = 1_000;
let looking: NodeJS.Timeout | undefined;
let lastAnswer = -Infinity;

/**
 * Watches a connection from the dial on.
 * @param answerWithin Infinity where statements may take as long as they like
 */
export function watchConnection(socket: Socket, answerWithin: number): { begun: () => void } {
  const connection: Connection = {
    socket,
    dialledAt: performance.now(),
    answeredAt: performance.now(),
    hasBegun: false,
    askedAt: undefined,
    answerWithin,
  };
  connections.add(connection);
  const write = socket.write;
  socket.write = function (...given: unknown[]) {
    connection.askedAt ??= performance.now();
    return Reflect.apply(write, socket, given) as boolean;
  } as Socket['write'];
  const answered = () => {
    connection.askedAt = undefined;
    connection.answeredAt = lastAnswer = performance.now();
  };
  socket.once('close', () => connections.delete(connection));
  // Timers run before socket reads: the answer may have arrived unread.
  looking ??= setInterval(() => setImmediate(closeUnanswered), lookEvery).unref();
  return {
    /** Session start is complete: everything received from now on answers a statement. */
    begun: () => {
      connection.hasBegun = true;
      answered();
      // Before the driver, which may ask for more while it reads.
      socket.prependListener('data', answered);
    },
  };
}

/** Registers a connection of another driver, whose pending answers are unknown. */
export function noteConnection(socket: Socket): Socket {
  const connection: Connection = {
    socket,
    dialledAt: performance.now(),
    answeredAt: performance.now(),
    hasBegun: true,
    askedAt: undefined,
    answerWithin: Infinity,
  };
  connections.add(connection);
  socket.once('close', () => connections.delete(connection));
  return socket;
}

/** When any session last had an answer to a statement. */
export const lastAnswerAt = (): number => lastAnswer;

/**
 * Closes connections without an answer since then, idle ones too, because the next statement would
 * hang there, and those that still wait for their session though a later one has started: whatever
 * was dialled into silence never recovers. Returns how many.
 * @param laterDial when a connection was dialled that works
 */
export function closeSilentSince(time: number, laterDial: number): number {
  const silent = [...connections].filter(
    ({ answeredAt, hasBegun, dialledAt }) =>
      answeredAt < time || (!hasBegun && dialledAt < laterDial),
  );
  for (const { socket } of silent) close(socket);
  return silent.length;
}

function closeUnanswered() {
  const now = performance.now();
  for (const { socket, askedAt, answerWithin } of connections) {
    if (askedAt !== undefined && now - askedAt > answerWithin) close(socket);
  }
}

function close(socket: Socket) {
  socket.destroy(
    Object.assign(new Error('the database did not answer'), { code: 'CONNECTION_SILENT' }),
  );
}

import type { Socket } from 'node:net';

/**
 * A connection of this process to the database, watched for its silence. Moments are those of
 * `performance.now()`.
 */
interface Connection {
  socket: Socket;
  /** Of the last answer; before the first one, of the dial. */
  heardAt: number;
  /** When the first of what has no answer yet was written. */
  askedAt: number | undefined;
  /** In milliseconds; longer than any statement may take. */
  answerWithin: number;
}

const connections = new Set<Connection>();
const lookEvery = 1_000;
let looking: NodeJS.Timeout | undefined;
let lastAnswer = -Infinity;

/** From the dial on. @param answerWithin Infinity where statements may take as long as they like */
export function watchConnection(socket: Socket, answerWithin: number): { begun: () => void } {
  const connection: Connection = {
    socket,
    heardAt: performance.now(),
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
    connection.heardAt = lastAnswer = performance.now();
  };
  socket.once('close', () => connections.delete(connection));
  looking ??= setInterval(closeUnanswered, lookEvery).unref();
  return {
    /** The start of the session is over: from now on what comes is the answer to a statement. */
    begun: () => {
      answered();
      // Before the driver, which may ask for more while it reads.
      socket.prependListener('data', answered);
    },
  };
}

/** A connection of another driver: whether it is owed an answer is not known. */
export function noteConnection(socket: Socket): Socket {
  const connection: Connection = {
    socket,
    heardAt: performance.now(),
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
 * Closes what was not heard since then, also what is idle: the next statement would wait there.
 * Answers how many.
 */
export function closeSilentSince(moment: number): number {
  const silent = [...connections].filter(({ heardAt }) => heardAt < moment);
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

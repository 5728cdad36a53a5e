import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import { httpError, invalid, type HttpError } from '#server/errors.ts';
import { errorEnvelope } from './answer.ts';

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

type Unreadable = NodeJS.ErrnoException & { rawPacket?: Buffer };

const requestLine = /^\S+ (?:https?:\/\/[^/\s]*)?(\/[^?\s]*)/i;

/** The path of a request that Node could not read, if its first line was in what came last. */
const pathOf = ({ rawPacket }: Unreadable): string =>
  requestLine.exec(rawPacket?.toString('latin1', 0, 2_000) ?? '')?.[1] ?? '';

function refusalOf({ code }: Unreadable): HttpError {
  if (code === 'HPE_INVALID_METHOD')
    return httpError('invalid_method', 'There is no such method here.');
  return code && statuses[code]
    ? httpError('request_too_large', 'The request is too large.')
    : invalid('The request could not be read.');
}

interface UnreadableOptions {
  /** Headers of every response. */
  headers: Array<[string, string]>;
  /** Calls are answered with the envelope. */
  isCall: (path: string) => boolean;
}

/** Refuses requests that Node cannot read as Node does, but as all others are refused. */
export function refuseUnreadable(server: Server, { headers, isCall }: UnreadableOptions) {
  server.on('clientError', (error: Unreadable, socket) => {
    const { _httpMessage: sent } = socket as { _httpMessage?: { headersSent: boolean } };
    if (socket.writable && !sent?.headersSent) {
      const status = statuses[error.code ?? ''] ?? 400;
      const envelope = { ...errorEnvelope(refusalOf(error), randomUUID()), status_code: status };
      const body = isCall(pathOf(error)) ? JSON.stringify(envelope) : '';
      const all = [
        ...headers,
        ['connection', 'close'],
        ...(body ? [['content-type', 'application/json']] : []),
        ['content-length', Buffer.byteLength(body)],
      ];
      const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    }
    socket.destroy();
  });
}

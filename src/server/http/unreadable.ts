import { STATUS_CODES, type Server } from 'node:http';

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Refuses requests that Node cannot read as Node does, but with the headers of every response. */
export function refuseUnreadable(server: Server, headers: Array<[string, string]>) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { _httpMessage: sent } = socket as { _httpMessage?: { headersSent: boolean } };
    if (socket.writable && !sent?.headersSent) {
      const status = statuses[error.code ?? ''] ?? 400;
      const all = [...headers, ['connection', 'close'], ['content-length', '0']];
      const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
    }
    socket.destroy();
  });
}

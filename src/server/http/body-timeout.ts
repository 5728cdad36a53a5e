import type { IncomingMessage } from 'node:http';

/** security.md section 8; in milliseconds. */
const defaults = {
  checkEvery: 5_000,
  grace: 10_000,
  maxSilence: 30_000,
  bytesPerSecond: 16_000,
};

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Aborts requests whose body trickles or never arrives. Counts only time in which we were ready to
 * receive, so that a slow disk or a busy process is never charged to the sender.
 */
export function watchBodyTimeout(req: IncomingMessage, limits: Partial<typeof defaults> = {}) {
  const { checkEvery, grace, maxSilence, bytesPerSecond } = { ...defaults, ...limits };
  // Listening to 'data' would start the flow before its reader is attached; the socket's byte
  // counter does not.
  const { socket } = req;
  const bytesBefore = socket.bytesRead;
  let lastCheck = performance.now();
  let listened = 0;
  let silence = 0;
  let bytes = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    // A process that was not scheduled received nothing meanwhile.
    const elapsed = Math.min(now - lastCheck, 1.2 * checkEvery);
    lastCheck = now;
    if (req.complete || req.destroyed) return clearInterval(timer);
    // Node stops reading from the socket while its buffer is full. `isPaused()` does not tell: it
    // is also true for an iterated body that simply does not arrive.
    if (req.readableLength >= req.readableHighWaterMark) return;
    const received = socket.bytesRead - bytesBefore;
    listened += elapsed;
    silence = received > bytes ? 0 : silence + elapsed;
    bytes = received;
    const isTooSlow = listened > grace && bytes < (listened / 1_000) * bytesPerSecond;
    if (silence > maxSilence || isTooSlow) req.destroy();
  }, checkEvery);
  timer.unref();
  req.once('close', () => clearInterval(timer));
}

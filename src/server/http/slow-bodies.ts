import type { IncomingMessage } from 'node:http';

const checkEvery = 5_000;
const graceMilliseconds = 10_000;
const bytesPerSecond = 16_000;
const silenceMilliseconds = 30_000;

/** Ends requests whose body trickles: such a sender holds a connection for nothing (security.md section 8). */
export function watchBody(req: IncomingMessage) {
  const started = performance.now();
  let bytes = 0;
  let lastByte = started;
  // Listening to 'data' would start the flow before its reader is there; the socket's own count does not.
  const before = req.socket.bytesRead;
  const timer = setInterval(() => {
    const now = performance.now();
    const read = req.socket.bytesRead - before;
    if (read > bytes) lastByte = now;
    bytes = read;
    if (req.complete || req.destroyed) clearInterval(timer);
    // A reader that pauses us (a full disk queue, say) is not the sender's fault.
    else if (req.isPaused()) lastByte = now;
    else if (now - lastByte > silenceMilliseconds || (now - started > graceMilliseconds && bytes < ((now - started) / 1_000) * bytesPerSecond)) req.destroy();
  }, checkEvery);
  timer.unref();
  req.once('close', () => clearInterval(timer));
}

import { Console } from 'node:console';

/**
 * Call first in programs whose standard output is their result: libraries print warnings about a
 * file there.
 */
export function sendConsoleToStderr(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}

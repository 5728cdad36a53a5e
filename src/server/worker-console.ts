import { Console } from 'node:console';

/**
 * Called first by programs whose standard output carries their answer: libraries report there what
 * they meet in a file.
 */
export function sendConsoleToStderr(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}

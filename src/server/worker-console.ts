import { Console } from 'node:console';

// Imported first by programs whose standard output carries their answer: libraries report there
// what they meet in a file.
globalThis.console = new Console(process.stderr, process.stderr);

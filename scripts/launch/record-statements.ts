import { appendFileSync, mkdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { parsedTexts, recordingFolder } from './recording.ts';

/* Preloaded with `node --import`: records the text of each statement that the program makes
   PostgreSQL parse, whichever library sends it, in a file of the folder. */
const folder = process.env[recordingFolder];
if (folder) {
  const statements = new Set<string>();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.jsonl`);
  // Written at once, because some of these programs are killed.
  const record = (text: string) => {
    if (statements.has(text)) return;
    statements.add(text);
    appendFileSync(file, `${JSON.stringify(text)}\n`);
  };
  const { write } = Socket.prototype;
  // On the prototype, because a connecting socket removes its own `write`.
  Socket.prototype.write = function recorded(this: Socket, ...args: Parameters<Socket['write']>) {
    const [chunk] = args as unknown[];
    if (Buffer.isBuffer(chunk)) parsedTexts(chunk).forEach(record);
    return write.apply(this, args);
  } as Socket['write'];
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Names the folder that the statements of a run are written to. */
export const recordingFolder = 'HEARTH_RECORDED_STATEMENTS';

/** When set, the databases of a run stay on the server that it was given, with their statistics. */
export const keptDatabases = 'TEST_DATABASES_STAY';

/** For the environment of programs whose statements are to be recorded. */
export const recordingEnvironment = (folder: string): Record<string, string> => ({
  [recordingFolder]: folder,
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'record-statements.ts')).href}`,
});

/** What a program needs in its environment to be recorded if we are. */
export function recordingNow(): Record<string, string> {
  const folder = process.env[recordingFolder];
  return folder ? recordingEnvironment(folder) : {};
}

/** Texts of the statements to parse in one write to PostgreSQL, which holds whole messages. */
export function parsedTexts(chunk: Buffer): string[] {
  const texts: string[] = [];
  // A message begins with its letter; the ones that open a connection have none, but a length.
  for (let at = 0; at + 5 <= chunk.length && chunk[at] !== 0;) {
    const end = at + 1 + chunk.readUInt32BE(at + 1);
    if (end > chunk.length) break;
    if (chunk[at] === 'P'.charCodeAt(0)) {
      const text = chunk.indexOf(0, at + 5) + 1;
      texts.push(chunk.toString('utf8', text, chunk.indexOf(0, text)));
    }
    at = end;
  }
  return texts;
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Environment variable: folder for the recorded statements of a run. */
export const recordingFolder = 'HEARTH_RECORDED_STATEMENTS';

/**
 * Environment variable: if set, databases are not dropped from the given server, so that their
 * statistics remain.
 */
export const keptDatabases = 'TEST_DATABASES_STAY';

/** Environment for programs whose statements are to be recorded. */
export const recordingEnvironment = (folder: string): Record<string, string> => ({
  [recordingFolder]: folder,
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'record-statements.ts')).href}`,
});

/** Environment for a child process: recorded if we are. */
export function inheritRecording(): Record<string, string> {
  const folder = process.env[recordingFolder];
  return folder ? recordingEnvironment(folder) : {};
}

/**
 * Extracts the texts of Parse messages from one write to PostgreSQL, which contains whole messages.
 */
export function parsedTexts(chunk: Buffer): string[] {
  const texts: string[] = [];
  // A message begins with its type; the ones that open a connection have none, but a length.
  for (let offset = 0; offset + 5 <= chunk.length && chunk[offset] !== 0;) {
    const end = offset + 1 + chunk.readUInt32BE(offset + 1);
    if (end > chunk.length) break;
    if (chunk[offset] === 'P'.charCodeAt(0)) {
      const text = chunk.indexOf(0, offset + 5) + 1;
      texts.push(chunk.toString('utf8', text, chunk.indexOf(0, text)));
    }
    offset = end;
  }
  return texts;
}

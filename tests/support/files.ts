import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of tests/fixtures as a browser uploads it. */
export const fixture = (name: string): File =>
  new File([readFileSync(join(import.meta.dirname, '../fixtures', name))], name);

/** Names of all files below a folder; empty if it does not exist. */
export function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((item) =>
      item.isFile() ? [join(item.parentPath, item.name)] : [],
    );
  } catch {
    return [];
  }
}

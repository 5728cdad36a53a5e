import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { filesBelow } from './files.ts';
import { fetchFile } from './rest.ts';

export function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Bytes of a stored file, or the error status. */
export async function bytesOf(path: string, as?: Member): Promise<Buffer | number> {
  const answer = await fetchFile(path, { as });
  return answer.status === 200
    ? Buffer.from(await answer.arrayBuffer())
    : (await answer.body?.cancel(), answer.status);
}

async function count(table: 'posts' | 'media'): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.raw(table)}`,
  );
  return row!.count;
}

/** Files being received or processed. */
export const filesInProgress = () => filesBelow(`${process.env.DATA_DIR}/uploads`);

/** Everything an upload leaves behind: rows, stored files, and work files. */
export const traces = async () => ({
  posts: await count('posts'),
  media: await count('media'),
  stored: filesBelow(`${process.env.DATA_DIR}/media`).length,
  filesInProgress: filesInProgress(),
});

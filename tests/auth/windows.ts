import { sql } from 'drizzle-orm';
import { db } from '#server/db.ts';

/** Limits count in windows that begin at multiples of their length: a test that would run across such a border waits for it to pass. */
export async function clearOfBorder(seconds: number): Promise<void> {
  const [row] = await db.execute<{ left: number }>(sql`select ${seconds} - (extract(epoch from now())::float8 - floor(extract(epoch from now())::float8 / ${seconds}) * ${seconds}) as left`);
  if (row!.left < 12) await new Promise((resolve) => setTimeout(resolve, row!.left * 1_000 + 100));
}

import { argon2Sync } from 'node:crypto';
import { hashPassword } from '#domains/auth/passwords.server.ts';
import type { Caller } from '#server/caller.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export const goodPassword = 'quiet lantern over water';
let hash: Promise<string> | undefined;
let count = 0;

/** A member in the test's database, active by default. */
export async function person(
  change: { status?: string; email?: string; username?: string; passwordHash?: string } = {},
) {
  count += 1;
  const email = change.email ?? `person${count}@hearth.example`;
  const passwordHash = change.passwordHash ?? (await (hash ??= hashPassword(goodPassword)));
  const [row] = await db.execute<{ id: number }>(sql`
    insert into members (status, email, username, first_name, last_name, displayname, password_hash)
    values (
      ${change.status ?? 'active'}, ${email}, ${change.username ?? `person${count}`}, 'Pat',
      ${`Number${count}`}, ${`Pat Number${count}`}, ${passwordHash}
    )
    returning id`);
  return { id: row!.id, email };
}

/** A caller with its own network address, so that limits of one test do not affect the others. */
export function somebody(change: Partial<Caller> = {}): Caller {
  count += 1;
  return {
    address: `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
    userAgent: 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0',
    ...change,
  };
}

/** A hash with cheaper parameters. */
export function oldHash(password: string): string {
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 4_096,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=4096,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`;
}

import { createHash } from 'node:crypto';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { addressKey } from '#server/http/client-address.ts';
import { sql } from '#server/sql.ts';
import { usesDevice } from './devices.server.ts';
import { sha256 } from './sessions.server.ts';
import { usernameFrom } from './usernames.server.ts';

/** Who is at the other end, for limits and for the list of devices. */
export interface Caller {
  /** Network address. */
  address: string;
  userAgent: string;
  /** What the browser or the app says it is: the device cookie, or a native client's own id. */
  device?: string;
}

/** How limits name an account: by the typed address, known or not, without keeping it. */
export const accountKey = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22);
export const callerKey = ({ address }: Caller) => addressKey(address);

/** The constraint that an insert or update ran into, if it was one of these. */
export function brokenUnique(error: unknown): string | undefined {
  const cause = (error as { cause?: unknown } | null)?.cause ?? error;
  const { code, constraint_name: name } = cause as { code?: string; constraint_name?: string };
  return code === '23505' ? name : undefined;
}

/** Pending sign-ups reserve no name, so only accounts that were confirmed count. */
export async function isUsernameTaken(tx: Tx, username: string): Promise<boolean> {
  const found = await tx.execute(
    sql`
      select 1
      from members
      where lower(username) = lower(${username}) and status in ('active', 'suspended')`,
  );
  return found.length > 0;
}

/** A free username made from the name: as it is, else with digits behind it. */
export async function freeUsername(tx: Tx, firstName: string, lastName: string): Promise<string> {
  // Sign-up asks for a username where a name gives none; an account that comes back cannot be
  // asked.
  const base = usernameFrom(firstName, lastName) ?? 'member';
  for (let digits = 0; digits < 6; digits += 1) {
    const candidate = digits
      ? `${base}${Math.floor(Math.random() * 9 * 10 ** digits) + 10 ** digits}`
      : base;
    if (!(await isUsernameTaken(tx, candidate))) return candidate;
  }
  return `member${Date.now()}`;
}

export interface Account extends Record<string, unknown> {
  id: number;
  status: 'pending' | 'active' | 'suspended' | 'deleted';
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
}

const accountColumns = sql.raw(
  'id, status, email, username, first_name as "firstName", last_name as "lastName", password_hash as "passwordHash"',
);

/**
 * The account that holds the address, else a sign-up that waits for its confirmation: the one that
 * was made with this device (its name, or the hash of it), else the newest. Several people may wait
 * for one address.
 */
export async function findAccount(
  email: string,
  device?: string | Buffer,
): Promise<Account | undefined> {
  const ownFirst = device
    ? sql`${usesDevice(sql`members.id`, typeof device === 'string' ? sha256(device) : device)} desc,`
    : sql``;
  const [account] = await db.execute<Account>(sql`
    select *
    from (
      (
        select ${accountColumns}
        from members
        where lower(email) = lower(${email}) and status in ('active', 'suspended')
      )
      union all (
        select ${accountColumns}
        from members
        where lower(email) = lower(${email}) and status = 'pending'
        order by ${ownFirst} id desc
        limit 1
      )
    ) as accounts
    order by status = 'pending'
    limit 1`);
  return account;
}

/** An account that was deleted and may still be taken back. */
export async function findLeavingAccount(email: string): Promise<Account | undefined> {
  const [account] = await db.execute<Account>(sql`
    select ${accountColumns}
    from members
    where lower(email) = lower(${email}) and status = 'deleted' and purge_after > ${now()}
    order by id desc
    limit 1`);
  return account;
}

export async function findLeavingAccountById(tx: Tx, id: number): Promise<Account | undefined> {
  const [account] = await tx.execute<Account>(
    sql`
      select ${accountColumns}
      from members
      where id = ${id} and status = 'deleted' and purge_after > ${now()}`,
  );
  return account;
}

export async function findAccountById(tx: Tx, id: number): Promise<Account | undefined> {
  const [account] = await tx.execute<Account>(
    sql`select ${accountColumns} from members where id = ${id} and status <> 'deleted'`,
  );
  return account;
}

import { createHash } from 'node:crypto';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { usesDevice } from './devices.server.ts';
import { sha256 } from './sessions.server.ts';

/** Key of an account in limits: the typed address, known or not, hashed. */
export const accountKey = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22);
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
 * The account with the address, else a pending sign-up: the one made on this device (its id, or the
 * hash of it), else the newest. Several pending sign-ups may share one address.
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
        where lower(email) = lower(${email})
          and status in ('active', 'suspended')
      )
      union all (
        select ${accountColumns}
        from members
        where lower(email) = lower(${email})
          and status = 'pending'
        order by ${ownFirst} id desc
        limit 1
      )
    ) as accounts
    order by status = 'pending'
    limit 1`);
  return account;
}

/** A deleted account that can still be restored. */
export async function findLeavingAccount(email: string): Promise<Account | undefined> {
  const [account] = await db.execute<Account>(sql`
    select ${accountColumns}
    from members
    where lower(email) = lower(${email})
      and status = 'deleted'
      and purge_after > ${now()}
    order by id desc
    limit 1`);
  return account;
}

export async function findLeavingAccountById(tx: Tx, id: number): Promise<Account | undefined> {
  const [account] = await tx.execute<Account>(
    sql`
      select ${accountColumns}
      from members
      where id = ${id}
        and status = 'deleted'
        and purge_after > ${now()}`,
  );
  return account;
}

export async function findAccountById(tx: Tx, id: number): Promise<Account | undefined> {
  const [account] = await tx.execute<Account>(
    sql`
      select ${accountColumns}
      from members
      where id = ${id}
        and status <> 'deleted'`,
  );
  return account;
}

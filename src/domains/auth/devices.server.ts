import { randomBytes } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { sha256 } from './sessions.server.ts';

const mostDevices = 20;

/** What names a browser from now on, in its device cookie. */
export const newDevice = () => randomBytes(16).toString('hex');

/**
 * Parts of a statement: from now on the member, or whoever waits to be one, is known to use this
 * browser.
 */
export function deviceCtes(memberId: number, device: string): SQL {
  const hash = sha256(device);
  return sql`
    seen_device as (
      insert into known_devices (member_id, device_hash, last_seen_at)
      values (${memberId}, ${hash}, ${now()})
      on conflict (member_id, device_hash) do update set last_seen_at = excluded.last_seen_at
    ),
    deleted_devices as (
      delete from known_devices
      where member_id = ${memberId} and device_hash <> ${hash} and device_hash not in (
        select device_hash from known_devices
        where member_id = ${memberId} and device_hash <> ${hash}
        order by last_seen_at desc
        limit ${mostDevices - 1})
    )`;
}

export async function rememberDevice(tx: Tx, memberId: number, device: string): Promise<void> {
  await tx.execute(sql`with ${deviceCtes(memberId, device)} select`);
}

/** Whether the member that `id` names uses the device with this hash. */
export const usesDevice = (id: SQL, deviceHash: Buffer): SQL =>
  sql`
    exists (
      select from known_devices device
      where device.member_id = ${id} and device.device_hash = ${deviceHash}
    )`;

export async function isKnownDevice(
  tx: Tx,
  memberId: number,
  device: string | undefined,
): Promise<boolean> {
  if (!device) return false;
  const [row] = await tx.execute<{ isKnown: boolean }>(
    sql`select ${usesDevice(sql`${memberId}::bigint`, sha256(device))} as "isKnown"`,
  );
  return row!.isKnown;
}

/** Whoever knew an old password may have used these. */
export async function forgetDevices(tx: Tx, memberId: number): Promise<void> {
  await tx.execute(sql`delete from known_devices where member_id = ${memberId}`);
}

/** For the row of a job, which must hold nothing that opens anything. */
export const deviceMark = (device: string | undefined) =>
  device ? { device: sha256(device).toString('base64url') } : {};

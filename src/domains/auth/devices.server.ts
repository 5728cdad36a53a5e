import { randomBytes } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { sha256 } from './sessions.server.ts';

const maxDevices = 20;

/** A new id for the device cookie of a browser. */
export const newDevice = () => randomBytes(16).toString('hex');

/** CTEs that record the device for the member or pending sign-up. */
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
      where member_id = ${memberId}
        and device_hash <> ${hash}
        and device_hash not in (
          select device_hash from known_devices
          where member_id = ${memberId}
            and device_hash <> ${hash}
          order by last_seen_at desc
          limit ${maxDevices - 1})
    )`;
}

export async function rememberDevice(tx: Tx, memberId: number, device: string): Promise<void> {
  await tx.execute(sql`with ${deviceCtes(memberId, device)} select`);
}

/** Whether the member with `id` uses the device with this hash. */
export const usesDevice = (id: SQL, deviceHash: Buffer): SQL =>
  sql`
    exists (
      select from known_devices device
      where device.member_id = ${id}
        and device.device_hash = ${deviceHash}
    )`;

export async function isKnownDevice(
  tx: Tx,
  memberId: number,
  device: string | undefined,
): Promise<boolean> {
  if (!device) return false;
  const [row] = await tx.execute<{ isUsed: boolean }>(
    sql`select ${usesDevice(sql`${memberId}::bigint`, sha256(device))} as "isUsed"`,
  );
  return row!.isUsed;
}

/** Forgets the devices: somebody who knew an old password may have used them. */
export async function forgetDevices(tx: Tx, memberId: number): Promise<void> {
  await tx.execute(sql`delete from known_devices where member_id = ${memberId}`);
}

/** Hash for the row of a job, which must contain no secret. */
export const deviceMark = (device: string | undefined) =>
  device ? { device: sha256(device).toString('base64url') } : {};

import { sql, type SQL } from 'drizzle-orm';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { toWireTime } from '#server/wire-time.ts';
import type { MutableType, Mute, MutedList } from './mute.schema.ts';

/** Selects the `title` of the one with that id, if it is there for the member. */
export type MutableRow = (member: Member, id: SQL) => SQL;

const mutable = new Map<MutableType, MutableRow>();

/** Called by a domain when it is loaded: its objects can be muted. */
export function ownMutable(type: MutableType, row: MutableRow) {
  mutable.set(type, row);
}

const mostListed = 200;

/** Only what is there for the member can be muted; no longer muting needs no such thing. Twice is once. */
export async function setMute(member: Member, { type, id, mute }: Mute): Promise<void> {
  if (!mute) {
    await db.execute(sql`delete from notification_mutes where member_id = ${member.id} and place_type = ${type} and place_id = ${id}`);
    return;
  }
  const row = mutable.get(type);
  if (!row) throw notFound();
  const [there] = await db.execute(sql`
    with there as (${row(member, sql`${id}::bigint`)}),
    muted as (insert into notification_mutes (member_id, place_type, place_id, muted_at) select ${member.id}, ${type}, ${id}, ${now()} from there on conflict do nothing)
    select 1 from there`);
  if (!there) throw notFound();
}

/** Whether the viewer has muted it: a fragment of a statement. */
export const isMutedBy = (viewer: Viewer, type: MutableType, id: SQL): SQL =>
  isMember(viewer) ? sql`exists (select from notification_mutes mute where mute.member_id = ${viewer.id} and mute.place_type = ${type} and mute.place_id = ${id})` : sql`false`;

interface MutedRow extends Record<string, unknown> {
  type: MutableType;
  id: number;
  title: string;
  mutedAt: string;
}

/** What the member has muted and can still see, the newest first. */
export async function listMuted(member: Member): Promise<MutedList> {
  const each = [...mutable].map(([type, row]) => sql`
    (select mute.place_type as type, mute.place_id as id, left(there.title, 200) as title, mute.muted_at::text as "mutedAt"
    from notification_mutes mute cross join lateral (${row(member, sql`mute.place_id`)}) there where mute.member_id = ${member.id} and mute.place_type = ${type})`);
  if (!each.length) return { response: [], totalItemCount: 0 };
  const rows = await db.execute<MutedRow>(sql`${sql.join(each, sql` union all `)} order by 4 desc, 2 desc limit ${mostListed}`);
  return { response: rows.map(({ mutedAt, ...row }) => ({ ...row, date: toWireTime(mutedAt) })), totalItemCount: rows.length };
}

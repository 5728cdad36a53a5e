import type { SQL } from 'drizzle-orm';
import { isMember, type Member, type SqlViewer } from '#domains/policy/viewer.ts';
import { toWireTime } from '#lib/dates.ts';
import { toWireType } from '#lib/wire-names.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { mutedPageSize, type MutableType, type Mute, type MutedList } from './mute.schema.ts';

/** Selects the `title` of the item with that id, if the member can see it. */
export type MutableRow = (member: Member, id: SQL) => SQL;

declare module '#server/domain.ts' {
  interface Domain {
    /** Objects whose notifications can be muted. */
    mutable?: Partial<Record<MutableType, MutableRow>>;
  }
}

/** Only an item that the member can see can be muted; unmuting works for any. Idempotent. */
export async function setMute(member: Member, { type, id, mute }: Mute): Promise<void> {
  if (!mute) {
    await db.execute(
      sql`
        delete from notification_mutes
        where member_id = ${member.id}
          and context_type = ${type}
          and context_id = ${id}`,
    );
    return;
  }
  const row = entriesOf('mutable').get(type);
  if (!row) throw notFound();
  const [item] = await db.execute(sql`
    with context as (${row(member, sql`${id}::bigint`)}),
      muted as (
        insert into notification_mutes (member_id, context_type, context_id, muted_at)
        select ${member.id}, ${type}, ${id}, ${now()}
        from context
        on conflict
        do nothing
      )
    select 1
    from context`);
  if (!item) throw notFound();
}

/** SQL condition: the viewer has muted it. */
export const isMutedBy = (viewer: SqlViewer, type: MutableType, id: SQL): SQL =>
  isMember(viewer)
    ? sql`
      exists (
        select from notification_mutes mute
        where mute.member_id = ${viewer.id}
          and mute.context_type = ${type}
          and mute.context_id = ${id}
      )`
    : sql`false`;

interface MutedRow extends Record<string, unknown> {
  type: MutableType;
  id: number;
  title: string;
  mutedAt: string;
}

/** A page of the muted items that the member can still see, newest first, with their total. */
export async function listMuted(
  member: Member,
  { page = 1, limit = mutedPageSize }: { page?: number; limit?: number } = {},
): Promise<MutedList> {
  const each = [...entriesOf('mutable')].map(
    ([type, row]) => sql`
      select mute.context_type as type, mute.context_id as id, left(context.title, 200) as title,
        mute.muted_at
      from notification_mutes mute
      cross join lateral (${row!(member, sql`mute.context_id`)}) context
      where mute.member_id = ${member.id}
        and mute.context_type = ${type}`,
  );
  if (!each.length) return { response: [], totalItemCount: 0, page };
  const [found] = await db.execute<{ total: number; rows: MutedRow[] | null }>(sql`
    with muted as materialized (${sql.join(each, sql` union all `)}),
      listed as (
        select type, id, title, muted_at::text as "mutedAt",
          row_number() over (order by muted_at desc, id desc, type) as position
        from muted
        order by position
        limit ${limit}
        offset ${(page - 1) * limit}
      )
    select (select count(*)::int from muted) as total,
      (select json_agg(listed order by position) from listed) as rows`);
  const { total, rows } = found!;
  return {
    response: (rows ?? []).map(({ type, id, title, mutedAt }) => ({
      type: toWireType(type),
      id,
      title,
      date: toWireTime(mutedAt),
    })),
    totalItemCount: total,
    page,
  };
}

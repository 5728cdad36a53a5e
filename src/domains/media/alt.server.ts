import type { Member } from '#domains/policy/viewer.ts';
import type { Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface AltText {
  mediaId: number;
  /** What is read out to people who do not see the picture; empty for none. */
  text: string;
}

/**
 * Describes own pictures, in one statement; somebody else's are not found, and then none is
 * changed. Tells whether any text is new.
 */
export async function setAltTexts(tx: Tx, member: Member, alts: AltText[]): Promise<boolean> {
  const [row] = await tx.execute<{ own: number; changed: number }>(sql`
    with said as (
      select *
      from unnest(
        ${sql.param(alts.map(({ mediaId }) => mediaId))}::bigint[],
        ${sql.param(alts.map(({ text }) => text))}::text[]
      ) t (id, alt)
    ),
      own as (
        select media.id, said.alt
        from media
        join said on said.id = media.id
        where media.owner_id = ${member.id}
      ),
      changed as (
        update media
        set alt = own.alt
        from own
        where media.id = own.id
          and media.alt <> own.alt
          and (select count(*) from own) = (select count(*) from said)
        returning 1
      )
    select (select count(*)::int from own) as own, (select count(*)::int from changed) as changed`);
  if (row!.own !== alts.length) throw notFound();
  return row!.changed > 0;
}

export const setAltText = (
  tx: Tx,
  member: Member,
  mediaId: number,
  text: string,
): Promise<boolean> => setAltTexts(tx, member, [{ mediaId, text }]);

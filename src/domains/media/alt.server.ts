import type { Member } from '#domains/policy/viewer.ts';
import type { Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface AltText {
  mediaId: number;
  /** The text for screen readers; empty for none. */
  text: string;
}

/**
 * Sets alt texts of own pictures in one statement. Not found, and nothing changed, if any belongs
 * to somebody else. Returns whether any text is new.
 */
export async function setAltTexts(tx: Tx, member: Member, alts: AltText[]): Promise<boolean> {
  const [row] = await tx.execute<{ own: number; changed: number }>(sql`
    with input as (
      select *
      from unnest(
        ${sql.param(alts.map(({ mediaId }) => mediaId))}::bigint[],
        ${sql.param(alts.map(({ text }) => text))}::text[]
      ) t (id, alt)
    ),
      own as (
        select media.id, input.alt
        from media
        join input on input.id = media.id
        where media.owner_id = ${member.id}
      ),
      changed as (
        update media
        set alt = own.alt
        from own
        where media.id = own.id
          and media.alt <> own.alt
          and (select count(*) from own) = (select count(*) from input)
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

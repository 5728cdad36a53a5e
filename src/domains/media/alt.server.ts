import type { Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface AltText {
  mediaId: number;
  /** The text for screen readers; empty for none. */
  text: string;
}

/**
 * Sets alt texts in one statement, for a member who may edit the post or album of these pictures.
 * Not found, and nothing changed, if one does not exist. Returns whether any text is new.
 */
export async function setAltTexts(tx: Tx, alts: AltText[]): Promise<boolean> {
  const [row] = await tx.execute<{ found: number; changed: number }>(sql`
    with input as (
      select *
      from unnest(
        ${sql.param(alts.map(({ mediaId }) => mediaId))}::bigint[],
        ${sql.param(alts.map(({ text }) => text))}::text[]
      ) t (id, alt)
    ),
      found as (
        select media.id, input.alt
        from media
        join input on input.id = media.id
      ),
      changed as (
        update media
        set alt = found.alt
        from found
        where media.id = found.id
          and media.alt <> found.alt
          and (select count(*) from found) = (select count(*) from input)
        returning 1
      )
    select (select count(*)::int from found) as found, (select count(*)::int from changed) as changed`);
  if (row!.found !== alts.length) throw notFound();
  return row!.changed > 0;
}

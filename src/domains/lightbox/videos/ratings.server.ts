import type { SQL } from 'drizzle-orm';
import { isMember, type Member, type SqlViewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { locate, locatedRows } from '#server/located.ts';
import { upsertRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';

export interface Rating {
  /** The average, to one decimal. */
  rating: number;
  count: number;
  /** The viewer's own; 0 for none. */
  own: number;
}

/** Selects the rating by active members, or null if there is none. */
export const ratingOf = (viewer: SqlViewer, mediaId: SQL): SQL => sql`
  (
    select json_build_object(
      'rating', round(avg(r.rating), 1), 'count', count(*), 'own',
      coalesce(max(r.rating) filter (where r.member_id = ${isMember(viewer) ? viewer.id : 0}), 0)
    )
    from media_ratings r
    join members rater on rater.id = r.member_id and rater.status = 'active'
    where r.media_id = ${mediaId}
    having count(*) > 0
  )`;

/**
 * Sets the member's rating of somebody else's video, replacing an earlier one. Forbidden where the
 * member may not react.
 */
export async function rateVideo(member: Member, id: number, rating: number): Promise<Rating> {
  return db.transaction(async (tx) => {
    const rows = locatedRows(member, await locate(tx, { type: 'video', id }));
    const [video] = await tx.execute<{ ownerId: number; canReact: boolean }>(sql`
      with subject as materialized (${rows} for key share)
      select m.owner_id as "ownerId", s.can_react as "canReact"
      from subject s
      join media m on m.id = s.id
      where m.details ->> 'state' is null`);
    if (!video) throw notFound();
    if (!video.canReact) throw forbidden();
    if (video.ownerId === member.id) throw forbidden('You cannot rate your own video.');
    await upsertRow(tx, 'media_ratings', { mediaId: id, memberId: member.id }, { rating });
    const [row] = await tx.execute<{ rated: Rating }>(
      sql`select ${ratingOf(member, sql`${id}::bigint`)} as rated`,
    );
    return row!.rated;
  });
}

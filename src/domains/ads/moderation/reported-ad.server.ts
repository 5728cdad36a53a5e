import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import type { Reportable } from '#server/subjects.ts';

/** An ad that ran can be reported by every member; the moderators read the version that runs. */
export const reportableAd: Reportable = {
  rows: (_, id) => sql`
    select a.id, array[a.owner_id] as owner_ids, false as can_comment, false as can_react
    from ads a
    where a.id = ${id} and a.live_version is not null`,
  moderated: {
    content: (id) => sql`
      select jsonb_build_object(
        'path', '/ads/library', 'body', concat_ws(E'\n', v.title, v.body, nullif(v.url, ''), v.payer),
        'isPublic', a.last_shown_on is not null, 'photoCount', (v.picture is not null)::int,
        'videoCount', 0
      )
      from ads a
      join ad_versions v on v.ad_id = a.id and v.version = coalesce(a.live_version, a.newest_version)
      where a.id = ${id}`,
    files: async (tx, id) => {
      const [shown] = await tx.execute<{ picture: string; title: string }>(sql`
        select v.picture, v.title
        from ads a
        join ad_versions v on v.ad_id = a.id and v.version = coalesce(a.live_version, a.newest_version)
        where a.id = ${id} and v.picture is not null`);
      if (!shown) return [];
      const src = `/media/public/${shown.picture}`;
      return [{ kind: 'photo', src, poster: '', width: 320, height: 200, alt: shown.title }];
    },
    remove: async (tx, id) => void (await tx.execute(endRemoved(id))),
  },
};

/** Ends it for good; the library says that it was removed. */
export const endRemoved = (id: number) => sql`
  update ads
  set state = 'finished', is_removed = true, finished_at = coalesce(finished_at, ${now()})
  where id = ${id} and not is_removed
  returning 1`;

import type { SQL } from 'drizzle-orm';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { SqlViewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';

/** A member whose username follows an @ in a text. */
export interface MentionRow {
  id: number;
  username: string;
}

/**
 * Selects the members mentioned in `text` (a column) that the viewer may see, as JSON of
 * `MentionRow`s, or null. Same parsing as `mentionedIn`.
 */
export const mentionsIn = (viewer: SqlViewer, text: SQL): SQL => sql`
  (
    case
      when strpos(${text}, '@') > 0 then (
        select json_agg(json_build_object('id', named.id, 'username', named.username))
        from members named
        where named.status = 'active'
          and lower(named.username) = any (
            array(
              select lower(rtrim(mention.name[1], '._'))
              from regexp_matches(
                ${text}, '(?<![[:alnum:]_.@/])@([A-Za-z0-9][A-Za-z0-9._]{1,39})', 'g'
              ) mention (name)
              limit 10
            )
          )
          and ${visibleCard(viewer, sql`named.id`)}
      )
    end
  )`;

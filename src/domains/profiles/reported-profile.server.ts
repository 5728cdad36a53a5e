import { visibleAuthor } from '#domains/policy/audience.server.ts';
import { profileAudience } from '#domains/policy/profile-audience.server.ts';
import { pictureShapes } from '#domains/profiles/pictures/pictures.rules.ts';
import { sql } from '#server/sql.ts';
import type { Reportable, ReportedFile } from '#server/subjects.ts';

interface Pictures extends Record<string, unknown> {
  avatar: string | null;
  cover: string | null;
}

/**
 * A person can be reported by whoever finds their name; what they say of themselves and their
 * pictures are what is reported.
 */
export const reportableProfile: Reportable = {
  rows: (viewer, id) =>
    sql`
      select m.id, array[m.id] as owner_ids, false as can_comment, false as can_react
      from members m
      where m.id = ${id} and ${visibleAuthor(viewer, sql`m.id`)}`,
  moderated: {
    content: (id) => sql`
      select jsonb_build_object(
        'path', '/profile/' || who.id || '/info', 'body',
        concat_ws(
          E'\n', who.displayname || ' (@' || who.username || ')', nullif(told.about_me, ''),
          nullif(told.website, '')
        ),
        'isPublic', ${profileAudience(sql`chosen.profile_audience`)} = 'everyone'
          and not (coalesce(told.audiences, '{}') ?| array['about_me', 'website']), 'photoCount',
          (who.avatar is not null)::int + (who.cover is not null)::int
      )
      from members who
      left join profile_details told on told.member_id = who.id
      left join member_settings chosen on chosen.member_id = who.id
      where who.id = ${id}`,
    files: async (tx, id) => {
      const [row] = await tx.execute<Pictures>(
        sql`select avatar, cover from members where id = ${id} and status <> 'deleted'`,
      );
      return (['profile', 'cover'] as const).flatMap((kind): ReportedFile[] => {
        const name = row?.[kind === 'profile' ? 'avatar' : 'cover'];
        const { side, frame } = pictureShapes[kind];
        return name
          ? [
              {
                kind: 'photo',
                src: `/media/public/${name}`,
                poster: '',
                width: side,
                height: side / frame,
                alt: kind === 'profile' ? 'Profile photo' : 'Cover',
              },
            ]
          : [];
      });
    },
  },
};

import { pictureShapes } from '#domains/media/picture-shapes.rules.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import { profileAudience, visibleProfile } from '#domains/policy/profile-audience.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import type { Reportable, ReportedFile, SubjectSource } from '#server/subjects.ts';

interface Pictures extends Record<string, unknown> {
  avatar: string | null;
  cover: string | null;
}

/**
 * A person can be reported by everybody who can find their name; the report covers their texts and
 * pictures.
 */
export const reportableProfile: Reportable = {
  rows: (viewer, id) =>
    sql`
      select m.id, array[m.id] as owner_ids, false as can_comment, false as can_react
      from members m
      where m.id = ${id}
        and ${visibleAuthor(viewer, sql`m.id`)}`,
  moderated: {
    content: (id) => sql`
      select jsonb_build_object(
        'path', '/profile/' || owner.id || '/info', 'body',
        concat_ws(
          E'\n', owner.displayname || ' (@' || owner.username || ')', nullif(details.about_me, ''),
          nullif(details.website, '')
        ),
        'isPublic', ${profileAudience(sql`chosen.profile_audience`)} = 'everyone'
          and not (coalesce(details.audiences, '{}') ?| array['about_me', 'website']), 'photoCount',
          (owner.avatar is not null)::int + (owner.cover is not null)::int
      )
      from members owner
      left join profile_details details on details.member_id = owner.id
      left join member_settings chosen on chosen.member_id = owner.id
      where owner.id = ${id}`,
    files: async (tx, id) => {
      const [row] = await tx.execute<Pictures>(
        sql`
          select avatar, cover
          from members
          where id = ${id}
            and status <> 'deleted'`,
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

/** A person is liked by those who see the profile, and takes no comments. */
export const profileSubject: SubjectSource = {
  rows: (viewer, id) =>
    sql`
      select m.id, array[m.id] as owner_ids, false as can_comment,
        ${isMember(viewer) ? sql`m.id <> ${viewer.id}` : sql`false`} as can_react
      from members m
      where m.id = ${id}
        and ${visibleProfile(viewer, sql`m.id`)}`,
  label: (id) => sql`select displayname from members where id = ${id}`,
  moderated: reportableProfile.moderated,
};

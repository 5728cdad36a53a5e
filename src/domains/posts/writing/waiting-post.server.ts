import type { SQL } from 'drizzle-orm';
import { memberCardJson } from '#domains/members/members.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import type { NewAttachment } from './new-post-row.server.ts';

/** A post that was written earlier and is published now: by its schedule, or by an approval. */
export interface WaitingPost extends Record<string, unknown> {
  body: string;
  uri: string;
  isPaid: boolean;
  tagged: number[] | null;
  feelingParent: number | null;
  feelingChild: number | null;
  media: NewAttachment[] | null;
  author: Pick<Member, 'id' | 'displayname' | 'username' | 'avatar' | 'role' | 'timezone'>;
}

/**
 * The columns of a `WaitingPost`.
 * @param post the row that waits
 * @param author its author in `members`
 */
export function waitingColumns(kind: 'pending' | 'scheduled', post: SQL, author: SQL): SQL {
  const table = sql.raw(`${kind}_media`);
  const key = sql.raw(kind === 'pending' ? 'pending_id' : 'schedule_id');
  return sql`
    ${post}.body, ${post}.uri, ${post}.is_paid as "isPaid", array_to_json(${post}.tagged) as tagged,
    ${post}.feeling_parent as "feelingParent", ${post}.feeling_child as "feelingChild",
    (
      select json_agg(
        json_build_object(
          'id', md.id, 'type', case md.kind when 'video' then 'video' else 'photo' end,
          'title', attached.title, 'body', attached.body, 'picture', null
        )
        order by attached.position
      )
      from ${table} attached
      join media md on md.id = attached.media_id
      where attached.${key} = ${post}.id
    ) as media,
    ${memberCardJson(author)}::jsonb
      || jsonb_build_object('role', ${author}.role, 'timezone', ${author}.timezone) as author`;
}

/** The author without a session, who is not present. */
export const absentAuthor = ({ author }: WaitingPost): Member => ({
  kind: 'member',
  sessionId: 0,
  ...author,
});

/** The draft for `createPost`, without an audience. */
export const waitingContent = ({
  body,
  uri,
  isPaid,
  tagged,
  media,
  feelingParent,
  feelingChild,
}: WaitingPost) => ({
  body,
  uri,
  isPaid,
  tagged: tagged ?? [],
  feeling:
    feelingParent === null || feelingChild === null
      ? undefined
      : { parent: feelingParent, child: feelingChild },
  media: media ?? [],
});

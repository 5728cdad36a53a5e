import type { SQL } from 'drizzle-orm';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { exportKey, wireTypeSql, type ExportRows } from '#server/export-rows.ts';
import { sql } from '#server/sql.ts';
import { knownContainer } from './container-access.server.ts';

/** The title of the container `c`, or its kind if the member may not know of it any more. */
export const titleForMember = (memberId: number): SQL => sql`
  case
    when ${knownContainer(viewerFromColumn(sql`${memberId}::bigint`), sql`c`)} then c.title
    else case when c.type ~ '^[aeiou]' then 'an ' else 'a ' end || c.type
  end`;

/** Containers that the member belongs to, follows, asked to join or is invited to. */
export const exportedMemberships: ExportRows = (memberId) => sql`
  select ms.type || ' ' || ${exportKey('ms.id')} as key,
    json_build_object(
      'container',
      json_build_object('type', ${wireTypeSql('ms.type')}, 'id', ms.id, 'title',
        ${titleForMember(memberId)}), 'state',
      ms.state, 'role', ms.role, 'title', ms.title, 'following', ms.is_following, 'notify',
      ms.notify, 'shown_in_feed', ms.is_shown_in_feed, 'answers', ms.answers, 'item_answers', ms.item_answers, 'requested',
      ms.requested_at, 'joined', ms.joined_at
    ) as item
  from memberships ms
  join containers c on c.type = ms.type and c.id = ms.id
  where ms.member_id = ${memberId}
    and c.state <> 'deleted'
    and (ms.state in ('requested', 'invited', 'member') or ms.is_following)`;

/** Containers that the member owns; each kind adds a file with its own details. */
export const exportedContainers: ExportRows = (memberId) => sql`
  select c.type || ' ' || ${exportKey('c.id')} as key,
    json_build_object(
      'type', ${wireTypeSql('c.type')}, 'id', c.id, 'title', c.title, 'address',
      (
        select s.slug
        from container_slugs s
        where s.type = c.type and s.id = c.id and s.is_current
      ),
      'state', c.state, 'visibility', c.visibility, 'listed', c.is_listed, 'join_policy',
      c.join_policy, 'post_policy', c.post_policy, 'comment_policy', c.comment_policy,
      'invite_policy', c.invite_policy, 'questions', c.join_questions, 'members', c.member_count,
      'made', c.created_at
    ) as item
  from containers c
  where c.owner_id = ${memberId}`;

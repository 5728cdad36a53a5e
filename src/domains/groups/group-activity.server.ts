import type { SQL } from 'drizzle-orm';
import { shareActivity } from '#domains/activities/share-activity.server.ts';
import {
  containerActivity,
  containerCreatedActivity,
  containerItem,
} from '#domains/containers/container-activity.server.ts';
import type { JoinWay } from '#domains/containers/container-kinds.server.ts';
import { joinedMembership } from '#domains/containers/container-rows.server.ts';
import type { Joining } from '#domains/containers/membership/joining.server.ts';
import { andVisibleToOwner } from '#domains/policy/audience.server.ts';
import { isMember, type SqlViewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import { memberListShown } from './group-rows.server.ts';
import { groupCreatedType, groupJoinedType } from './groups.schema.ts';

/** Written when a group is created that everybody may read. */
export const groupCreatedActivity = containerCreatedActivity({
  type: groupCreatedType,
  setting: 'I create a group',
  container: 'group',
  text: 'created the group',
});

const groupJoined = sql.raw(`'${groupJoinedType}'`);

/** A group whose members everybody may know, and the viewer its list of members. */
const groupWithMembers = (viewer: SqlViewer, itemId: SQL): SQL => sql`
  select ${containerItem}
  from containers c
  join groups g on g.id = c.id
  ${joinedMembership(viewer)}
  where c.type = 'group'
    and c.id = ${itemId}
    and c.visibility in ('everyone', 'registered')
    and ${memberListShown(viewer)}`;

/** Written when somebody joins an open group: stands there alone, as long as they belong to it. */
export const groupJoinedActivity = containerActivity({
  type: groupJoinedType,
  setting: 'I join an open group',
  container: 'group',
  text: 'joined the group',
  onWall: 'joins',
  item: (viewer, { itemId }) => groupWithMembers(viewer, itemId),
  // The list of members is not for visitors either.
  isVisible: (viewer, { type, itemId }) =>
    isMember(viewer)
      ? sql`
        (
          ${type} <> ${groupJoined}
          or ${andVisibleToOwner(viewer, (one) => sql`exists (${groupWithMembers(one, itemId)})`)}
        )`
      : sql`${type} <> ${groupJoined}`,
});

/** Only of those whom nobody had to let in, where everybody may know of it. */
export async function shareJoining(
  { tx, container }: Joining,
  memberIds: number[],
  way: JoinWay,
): Promise<void> {
  const isPublic = container.visibility === 'everyone' || container.visibility === 'registered';
  const [authorId] = memberIds;
  if (way !== 'open' || !isPublic || !authorId) return;
  await shareActivity(tx, {
    activity: groupJoinedActivity,
    authorId,
    audience: 'container',
    itemId: container.id,
    container,
  });
}

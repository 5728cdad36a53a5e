import { containerPhotoHandlers } from '#domains/albums/container-photos/container-photos.api.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import { hasRole, isInContainer } from '#domains/containers/container-access.server.ts';
import { containerContext, storedKind } from '#domains/containers/container-kinds.server.ts';
import { containerSubject } from '#domains/containers/container-subject.server.ts';
import { browseHandlers } from '#domains/groups/browse/browse.api.ts';
import { editHandlers } from '#domains/groups/edit/edit.api.ts';
import { checkGroupQuota } from '#domains/groups/edit/group-changes.server.ts';
import { membersHandlers } from '#domains/groups/membership/membership.api.ts';
import { defineDomain } from '#server/domain.ts';
import { exportKey, type ExportRows } from '#server/export-rows.ts';
import { day } from '#server/limits.ts';
import { sql } from '#server/sql.ts';
import {
  groupCreatedActivity,
  groupJoinedActivity,
  shareJoining,
} from './group-activity.server.ts';
import { groupNotices } from './group-notices.ts';
import { groupStaffPath } from './group-paths.ts';
import { groupScreens } from './group-screens.views.server.ts';
import * as calls from './groups.calls.ts';
import { idName } from './groups.schema.ts';
import { readOpenGroup } from './one-group.server.ts';

/** Details of the groups that the member owns. */
const exportedGroups: ExportRows = (memberId) => sql`
  select ${exportKey('g.id')} as key,
    json_build_object(
      'id', g.id, 'title', c.title, 'category', category.title, 'description', g.description,
      'location', g.location, 'rules', g.rules, 'modified', g.modified_at
    ) as item
  from containers c
  join groups g on g.type = c.type and g.id = c.id
  join group_categories category on category.id = g.category_id
  where c.owner_id = ${memberId}`;

export const groupsDomain = defineDomain({
  name: 'groups',
  containerKinds: {
    group: storedKind('group', {
      categories: { table: 'group_categories', details: 'groups', levels: 1 },
      editRole: roles.moderator,
      menu: {
        area: 'groups',
        label: 'Groups',
        icon: 'messages',
        links: [
          { label: 'Browse', href: '/groups/browse', icon: 'messages' },
          { label: 'My Groups', href: '/groups/my-groups', icon: 'own' },
          {
            label: 'Create',
            href: '/groups/create',
            icon: 'create',
            portal: {
              label: 'Create a group',
              text: 'For people with something in common, open or closed.',
            },
          },
        ],
      },
      speaksForItself: false,
      pendingPath: (id) => groupStaffPath(id, 'waiting'),
      photos: { role: roles.member },
      childrenCreatable: (member, c) => sql`
        case (select g.event_policy from groups g where g.id = ${c}.id)
          when 'readers'
            then ${c}.visibility in ('everyone', 'registered') or ${isInContainer(member, c)}
          when 'staff' then ${hasRole(member, c)}
          else ${isInContainer(member, c)}
        end`,
      rules: (id) => sql`(select g.rules from groups g where g.id = ${id})`,
      postInterval: (id) =>
        sql`coalesce((select g.slow_mode_seconds from groups g where g.id = ${id}), 0)`,
      notificationTypes: { newPost: 'group_post', announcement: 'group_announcement' },
      membershipNotices: {
        invited: 'group_invite',
        accepted: 'group_accepted',
        requested: 'group_approve',
        promoted: 'group_promote',
        ownership: 'group_ownership',
      },
      checkQuota: checkGroupQuota,
      onJoin: shareJoining,
      search: {
        resultType: 'Group',
        label: 'Groups',
        summary: (c) => sql`
          (
            select category.title || ' · ' || g.description
            from groups g
            join group_categories category on category.id = g.category_id
            where g.id = ${c}.id
          )`,
      },
    }),
  },
  containerScreens: { group: groupScreens },
  contexts: { group: containerContext('group') },
  notices: groupNotices,
  notificationLinks: {
    group: {
      isSubject: true,
      videos: { type: 'sitevideo_processed', path: (id, video) => `/groups/${id}/videos/${video}` },
    },
  },
  exportSections: { 'groups.json': exportedGroups },
  handlers: [
    ...browseHandlers,
    ...editHandlers,
    ...membersHandlers,
    ...containerPhotoHandlers(calls, { type: 'group', idName, readOpen: readOpenGroup }),
  ].map((handler) => ({ ...handler, idField: idName })),
  limits: {
    newGroup: [[10, day]],
    groupLink: [[50, day]],
  },
  // It can be reported; its posts are what people react to.
  subjects: { group: containerSubject('group', 'groups') },
  activities: [groupCreatedActivity, groupJoinedActivity],
});

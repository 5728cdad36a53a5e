import { roles } from '#domains/containers/container-access.rules.ts';
import { containerActivity } from '#domains/containers/container-activity.server.ts';
import { storedKind } from '#domains/containers/container-kinds.server.ts';
import {
  containerColumns,
  containerReader,
  joinedMembership,
} from '#domains/containers/container-rows.server.ts';
import { noticeIn } from '#domains/notifications/notification-kinds.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { defineDomain } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import { meetings } from './meetings-table.ts';
import { meetingFields } from './meetings.ts';

/** Its name, as if src/lib/container-types.ts had it. */
export const club = 'club' as ContainerType;

export const clubReader = containerReader({
  type: club,
  columns: (viewer) => containerColumns(viewer),
  from: (viewer) => sql`containers c ${joinedMembership(viewer)}`,
  staffRole: roles.moderator,
});

/** Calls of its hooks, in their order. */
export const hooked: unknown[][] = [];

/** "Ada added the meeting Oars in May". */
export const meetingAdded = containerActivity({
  type: 'club_meeting_added',
  container: club,
  text: 'added the meeting',
});

/** A kind of container that exists in tests only: all that the product knows of it. */
export const clubsDomain = defineDomain({
  name: 'clubs',
  containerKinds: {
    club: storedKind(club, {
      editRole: roles.admin,
      speaksForItself: true,
      parents: ['group'],
      items: meetings,
      membershipNotices: { seated: 'club_seated' as never },
      photos: { role: roles.member },
      onJoin: async (_, memberIds, way) => void hooked.push(['join', memberIds, way]),
      onLeave: async (_, memberId) => void hooked.push(['leave', memberId]),
      onBan: async (_, memberId) => void hooked.push(['ban', memberId]),
      onAnswersEnd: async (_, memberId, ref) => void hooked.push(['end', memberId, ref?.type]),
      search: {
        resultType: 'Club',
        label: 'Clubs',
        summary: (c, i) => sql`'Meeting ' || ${i}.id || ' of ' || ${c}.title`,
      },
    }),
  },
  activities: [meetingAdded],
  notices: {
    club_seated: noticeIn('Clubs')('A place became free for you.', 'Places', { hasNoActor: true }),
  },
  ...meetingFields,
});

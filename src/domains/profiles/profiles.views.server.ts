import { friendMenu } from '#domains/friends/friends.views.server.ts';
import {
  coverAddress,
  userLiteView,
  type MemberCard,
} from '#domains/members/members.views.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { toWireTime } from '#lib/dates.ts';
import type { MenuItem } from '#lib/shapes.ts';
import type { LastStatus } from './last-status.server.ts';
import type { ProfileAnswer } from './profiles.schema.ts';
import type { OwnAccount, Profile } from './profiles.server.ts';
import type { TabCounts } from './tab-counts.server.ts';

/** Actions of the viewer about the person; `url` is a call of this interface. */
function gutterMenu(viewer: Viewer, { id, friendship, canMessage }: Profile): MenuItem[] {
  if (!isMember(viewer) || viewer.id === id) return [];
  const friend = friendMenu(friendship, id);
  return [
    ...(friend ? [{ ...friend, name: 'user_profile_friend' }] : []),
    ...(canMessage
      ? [
          {
            name: 'user_profile_message',
            label: 'Message',
            url: 'messages/compose',
            urlParams: { toValues: id },
          },
        ]
      : []),
    {
      name: 'user_profile_block',
      label: 'Block User',
      url: 'block/add',
      urlParams: { user_id: id },
    },
    {
      name: 'user_profile_report',
      label: 'Report',
      url: 'report/create',
      urlParams: { type: 'user', id },
    },
  ];
}

const levelIds = { admin: 1, moderator: 2, member: 4 } as const;

/** The profile of a member whom the viewer has blocked. */
export function blockedView(row: MemberCard, origin: string): ProfileAnswer {
  const { user_id, displayname, image_icon } = userLiteView(row, origin);
  return {
    response: { user_id, displayname, image_icon, is_blocked: 1 },
    gutterMenu: [
      {
        name: 'user_profile_unblock',
        label: 'Unblock User',
        url: 'block/remove',
        urlParams: { user_id },
      },
    ],
    profile_tabs: [],
  };
}

interface Beside {
  /** Fields for the owner only. */
  account: OwnAccount | undefined;
  /** '' if empty, or hidden from the viewer. */
  location: string;
  views: number;
  status: LastStatus | undefined;
  gutter_menu: number;
  /** Counts of what the viewer may see; undefined if no tabs are requested. */
  counts: TabCounts | undefined;
}

export function profileView(
  viewer: Viewer,
  row: Profile,
  { account, location, views, status, gutter_menu, counts }: Beside,
  origin: string,
): ProfileAnswer {
  const cover = coverAddress(row.cover, origin);
  const address = `${origin}/profile/${row.id}`;
  return {
    response: {
      ...userLiteView(row, origin),
      url: address,
      cover,
      cover_image: cover,
      default_cover: row.cover ? 0 : 1,
      search: row.isFindable ? 1 : 0,
      status: status?.text ?? null,
      status_date: status ? toWireTime(status.publishedAt) : null,
      creation_date: toWireTime(row.joinedAt),
      modified_date: toWireTime(row.modifiedAt),
      view_count: views,
      location,
      member_type: 'Regular Member',
      network_list: '',
      is_like: 0,
      like_count: 0,
      member_count: row.friendCount,
      friend_count: row.friendCount,
      friendship_type: row.friendship,
      // A block hides the profile.
      is_blocked: 0,
      can_post: row.canPost ? 1 : 0,
      can_message: row.canMessage ? 1 : 0,
      ...(account && {
        email: account.email,
        language: account.language,
        locale: account.language,
        timezone: account.timezone,
        level_id: levelIds[account.role],
        enabled: 1 as const,
        verified: 1 as const,
        approved: 1 as const,
        lastlogin_date: account.lastLoginAt && toWireTime(account.lastLoginAt),
      }),
    },
    gutterMenu: gutter_menu ? gutterMenu(viewer, row) : [],
    profile_tabs: counts
      ? [
          { label: 'Posts', name: 'update', totalItemCount: 0 },
          { label: 'Info', name: 'info', totalItemCount: 0 },
          { label: 'Stories', name: 'stories', totalItemCount: 0 },
          { label: 'Videos', name: 'video', totalItemCount: counts.videos },
          { label: 'Friends', name: 'friends', totalItemCount: row.friendCount },
          { label: 'Albums', name: 'album', totalItemCount: counts.albums },
        ]
      : [],
  };
}

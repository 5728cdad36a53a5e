import { belongsTo, isFrontShown, roles } from '#domains/containers/container-access.rules.ts';
import type { ContainerRow } from '#domains/containers/container-rows.server.ts';
import { avatarImages, coverAddress } from '#domains/members/members.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { toFlag } from '#lib/shapes.ts';

/** The fields of `containerAnswer` that all kinds fill alike. */
export const containerView = (
  row: ContainerRow & { modifiedAt: string },
  origin: string,
  path: string,
) => ({
  title: row.title,
  ...avatarImages(row.avatar, origin),
  content_url: origin + path,
  cover_image: coverAddress(isFrontShown(row) ? row.cover : null, origin),
  member_count: row.memberCount,
  view_count: row.isReadable ? row.viewCount : 0,
  creation_date: toWireTime(row.createdAt),
  modified_date: toWireTime(row.modifiedAt),
  search: toFlag(row.isListed),
  closed: toFlag(row.state === 'archived'),
  allow_to_view: toFlag(row.isReadable),
  delete: toFlag(belongsTo(row, roles.owner)),
  can_post: toFlag(row.canPost !== null),
  can_invite: toFlag(row.canInvite),
  join_refusal: row.refusal,
  ask_again_date: row.askAgainAt ? toWireTime(row.askAgainAt) : '',
});

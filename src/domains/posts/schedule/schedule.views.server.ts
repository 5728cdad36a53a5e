import type { MemberCard } from '#domains/members/members.views.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { feelingView, tagView } from '#domains/posts/posts.views.server.ts';
import type { WallType } from '#lib/container-types.ts';
import { toWireTime } from '#lib/dates.ts';
import { toFlag } from '#lib/shapes.ts';
import { toWireType } from '#lib/wire-names.ts';
import type { Scheduled } from './schedule.schema.ts';
import type { ScheduledPost } from './scheduled-posts.schema.ts';

export interface ScheduledRow {
  id: number;
  body: string;
  audience: Audience;
  uri: string;
  isPaid: boolean;
  publishAt: string;
  isRefused: boolean;
  feelingParent: number | null;
  feelingChild: number | null;
  mediaCount: number;
  tags: MemberCard[] | null;
  targetType: WallType | null;
  targetId: number | null;
  targetTitle: string | null;
}

const refusedText = 'It could not be posted: you can no longer post there.';

export function scheduledView(row: ScheduledRow, origin: string): ScheduledPost {
  const feeling = feelingView(row);
  return {
    schedule_id: row.id,
    body: row.body,
    publish_date: toWireTime(row.publishAt),
    ...(row.isRefused ? { problem: refusedText } : {}),
    privacy: row.audience,
    attachment_count: row.mediaCount + (row.uri ? 1 : 0),
    uri: row.uri,
    is_paid: toFlag(row.isPaid),
    ...(row.targetType === null
      ? {}
      : {
          object_type: toWireType(row.targetType),
          object_id: row.targetId!,
          object_title: row.targetTitle ?? '',
        }),
    tags: (row.tags ?? []).map((tagged) => tagView(tagged, origin)),
    params: feeling ? { feelings: feeling } : {},
  };
}

/** The answer to a post that is published later. */
export const scheduledCreatedView = (id: number, publishAt: string): Scheduled => ({
  scheduled: 1,
  schedule_id: id,
  publish_date: toWireTime(publishAt),
});

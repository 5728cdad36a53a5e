import type { Audience } from '#domains/posts/posts.schema.ts';
import { toSchedule } from '#lib/time-zones.ts';
import { fromWireType, type ItemType } from '#lib/wire-names.ts';
import type { EditScheduledInput, ScheduledPost } from './scheduled-posts.schema.ts';

/** A post for later, as components and stores hold it. */
export interface ScheduledPostModel {
  id: number;
  body: string;
  audience: Audience;
  /** Wire time. */
  publishAt: string;
  uri: string;
  isPaid: boolean;
  attachmentCount: number;
  /** Names of the tagged friends. */
  tagged: string[];
  feeling: ScheduledPost['params']['feelings'];
  /** Unless it is for the own wall; the name is '' if the author may not know it any more. */
  wall?: { type: ItemType; name: string } | undefined;
}

export const toScheduledPost = (wire: ScheduledPost): ScheduledPostModel => ({
  id: wire.schedule_id,
  body: wire.body,
  audience: wire.privacy,
  publishAt: wire.publish_date,
  uri: wire.uri,
  isPaid: wire.is_paid === 1,
  attachmentCount: wire.attachment_count,
  tagged: wire.tags.map((tag) => tag.tag_obj.displayname),
  feeling: wire.params.feelings,
  wall: wire.object_type && {
    type: fromWireType(wire.object_type)!,
    name: wire.object_title ?? '',
  },
});

/** Containers decide themselves who sees their posts. */
export const isInContainer = ({ wall }: ScheduledPostModel): boolean =>
  wall !== undefined && wall.type !== 'member';

/** Changes of a post for later; absent fields stay as they are. */
export interface ScheduledChange {
  id: number;
  body?: string;
  audience?: Audience;
  publishAt?: Date;
}

export const toScheduledFields = (
  { id, body, audience, publishAt }: ScheduledChange,
  timeZone: string,
): EditScheduledInput => ({
  schedule_id: id,
  ...(body === undefined ? {} : { body }),
  ...(audience ? { auth_view: audience } : {}),
  ...(publishAt ? { schedule_time: toSchedule(publishAt, timeZone) } : {}),
});

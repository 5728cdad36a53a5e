import type { SQL } from 'drizzle-orm';
import { visibleProfile } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { db, type Tx } from '#server/db.ts';
import { locate } from '#server/located.ts';
import { sql } from '#server/sql.ts';
import {
  attachedInContainer,
  attachedMedia,
  attachedTo,
  isByMember,
  isMedia,
} from './attached-media.server.ts';
import { newestVideos, photosOf } from './attachment-sources.server.ts';
import { hasVideos, type LightboxRoute, type OwnerType } from './lightbox-route.rules.ts';

/**
 * Items that are stepped through together: rows of `attachedMedia`, a condition on them (alias
 * `attached`), and their order.
 */
export interface AttachmentSet {
  rows: SQL;
  condition: SQL;
  order: SQL;
  /**
   * The set may be large, and an index has its order: a page reads no more than its own rows, and
   * the total is counted apart, up to a limit.
   */
  isLarge?: boolean;
}

const inOrder = sql`attached.position, coalesce(attached.own_id, attached.attachment_id)`;
const newestFirst = sql`attached.published_at desc, attached.attachment_id desc`;

/** Until a video is ready, only the member who uploaded it sees it. */
const isReady = (viewer: Viewer): SQL =>
  sql`
    (
      attached.own_id is null
      or exists (
        select from media made
        where made.id = attached.own_id
          and (
            made.details ->> 'state' is null
            or ${isMember(viewer) ? sql`made.owner_id = ${viewer.id}` : sql`false`}
          )
      )
    )`;

/** The owner of the items of a set: a member as their author, or a container where they stand. */
export interface SetOwner {
  type: OwnerType;
  id: number;
}

const belongsTo = ({ type, id }: SetOwner): SQL =>
  type === 'member'
    ? isByMember(sql`attached`, sql`${id}`)
    : sql`(attached.container_type = ${type} and attached.container_id = ${id})`;

interface VideoChoice {
  /** A member only if their profile is visible; without an owner, videos of all members. */
  owner?: SetOwner | undefined;
  /**
   * Includes videos of other sites: they have no id of their own and are viewed with their post.
   */
  withEmbedded?: boolean;
  /** Words of the title or description. */
  search?: string;
  order?: SQL;
}

/** Upper bound of newest videos to permission-check in the list of all members. */
const maxSearchedVideos = 1_000;

export function videosOf(
  viewer: Viewer,
  { owner, withEmbedded = false, search = '', order }: VideoChoice,
): AttachmentSet {
  const matchesSearch = search
    ? sql`position(folded(${search}) in folded(attached.title || ' ' || attached.description)) > 0`
    : sql`true`;
  const condition = sql`
    attached.kind = 'video'
      and ${withEmbedded ? sql`true` : sql`attached.own_id is not null`}
      and ${matchesSearch}
      and ${isReady(viewer)}`;
  if (owner && owner.type !== 'member') {
    const found = attachedInContainer(viewer, 'post', sqlContainer(owner));
    return { rows: found.rows, condition, order: order ?? found.order, isLarge: true };
  }
  const ownerCondition = owner
    ? sql`${belongsTo(owner)} and ${visibleProfile(viewer, sql`${owner.id}::bigint`)}`
    : sql`attached.media_id in (${newestVideos(maxSearchedVideos)})`;
  return {
    rows: attachedMedia(viewer),
    condition: sql`${condition} and ${ownerCondition}`,
    order: order ?? newestFirst,
  };
}

const sqlContainer = ({ type, id }: SetOwner) => ({ type: sql`${type}`, id: sql`${id}::bigint` });

/** The photos in the albums of a container, the newest first. */
export const photosOfContainer = (viewer: Viewer, container: SetOwner): AttachmentSet => ({
  ...attachedInContainer(viewer, 'album', sqlContainer(container)),
  condition: sql`attached.kind = 'photo' and attached.own_id is not null`,
  isLarge: true,
});

/** Uploaded videos among the attachments of posts whose ids `found` selects. */
export const videosFoundBy = (viewer: Viewer, found: SQL): AttachmentSet => ({
  rows: attachedMedia(viewer, 'post'),
  condition: sql`
    attached.attachment_id in (${found})
      and attached.kind = 'video'
      and attached.own_id is not null
      and ${isReady(viewer)}`,
  order: newestFirst,
});

function setOfSubject(
  viewer: Viewer,
  { subjectType, subjectId }: Pick<LightboxRoute, 'subjectType' | 'subjectId'>,
): AttachmentSet {
  if (hasVideos(subjectType))
    return videosOf(viewer, { owner: { type: subjectType, id: subjectId } });
  const photos = photosOf(subjectType)?.(viewer, sql`${subjectId}::bigint`);
  if (photos) return { ...photos, condition: sql`true` };
  return {
    rows: attachedMedia(viewer, subjectType),
    condition: sql`attached.attachable_id = ${subjectId}`,
    order: inOrder,
  };
}

/** The items of a subject, found through its owner if the request names one. */
export function setOf(viewer: Viewer, route: LightboxRoute): AttachmentSet {
  const set = setOfSubject(viewer, route);
  const { ownerId, ownerType = 'member' } = route;
  if (ownerId === undefined) return set;
  const condition = belongsTo({ type: ownerType, id: ownerId });
  return { ...set, condition: sql`${set.condition} and ${condition}` };
}

/** These photos and uploaded videos, wherever they are attached. */
export const setOfMedia = (viewer: Viewer, ids: number[]): AttachmentSet => ({
  rows: attachedMedia(viewer),
  condition: sql`${isMedia(sql`attached`, sql`any (${sql.param(ids)}::bigint[])`)}`,
  order: inOrder,
});

/**
 * One photo or uploaded video: in that album, or without one wherever it is attached. Not found if
 * nothing has it.
 */
export const setOfOne = async (
  viewer: Viewer,
  { type, id }: Pick<LightboxRoute, 'type' | 'id'>,
  { albumId, tx = db }: { albumId?: number | undefined; tx?: Tx } = {},
): Promise<AttachmentSet> => ({
  rows: albumId
    ? setOfSubject(viewer, { subjectType: 'album', subjectId: albumId }).rows
    : attachedTo(viewer, await locate(tx, { type, id })),
  condition: sql`${isMedia(sql`attached`, sql`${id}`)} and attached.kind = ${type}`,
  order: inOrder,
});

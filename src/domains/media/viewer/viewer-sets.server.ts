import type { SQL } from 'drizzle-orm';
import { photoOrder, photosIn } from '#domains/media/albums/visibility.server.ts';
import { visibleProfile } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import { attachedMedia, newestVideos } from './attachment-sources.server.ts';
import type { LightboxRoute } from './lightbox-route.rules.ts';

/**
 * What is looked at together: rows of `heldMedia`, which of them (a condition on `held`), and their
 * order.
 */
export interface HeldSet {
  held: SQL;
  condition: SQL;
  order: SQL;
}

const inOrder = sql`held.position, coalesce(held.own_id, held.attachment_id)`;
const newestFirst = sql`held.published_at desc, held.attachment_id desc`;

/** Until a video is ready, it is its owner's alone. */
const isReady = (viewer: Viewer): SQL =>
  sql`
    (
      ${isMember(viewer) ? sql`held.author_id = ${viewer.id}` : sql`false`}
      or held.own_id is null
      or exists (
        select from media made where made.id = held.own_id and made.details ->> 'state' is null
      )
    )`;

interface VideoChoice {
  /** Of one member, as far as their profile is for the viewer; else of everybody. */
  ownerId?: number | undefined;
  /**
   * Also those that play from another site: they have no number of their own and are looked at with
   * their post.
   */
  withEmbedded?: boolean;
  /** Words of its title or description. */
  search?: string;
  order?: SQL;
}

/** How many of the newest are looked through where all of the site are asked for. */
const mostLookedThrough = 1_000;

export function videosOf(
  viewer: Viewer,
  { ownerId, withEmbedded = false, search = '', order = newestFirst }: VideoChoice,
): HeldSet {
  const whose =
    ownerId === undefined
      ? sql`held.media_id in (${newestVideos(mostLookedThrough)})`
      : sql`held.author_id = ${ownerId} and ${visibleProfile(viewer, sql`${ownerId}::bigint`)}`;
  const found = search
    ? sql`position(folded(${search}) in folded(held.title || ' ' || held.description)) > 0`
    : sql`true`;
  return {
    held: attachedMedia(viewer),
    condition: sql`
      held.kind = 'video'
        and ${withEmbedded ? sql`true` : sql`held.own_id is not null`}
        and ${whose}
        and ${found}
        and ${isReady(viewer)}`,
    order,
  };
}

const photosOfAlbum = (viewer: Viewer, albumId: number): HeldSet => ({
  held: photosIn(viewer, sql`${albumId}::bigint`),
  condition: sql`true`,
  order: photoOrder,
});

function setOfSubject(viewer: Viewer, { subjectType, subjectId }: LightboxRoute): HeldSet {
  if (subjectType === 'member') return videosOf(viewer, { ownerId: subjectId });
  if (subjectType === 'album') return photosOfAlbum(viewer, subjectId);
  return {
    held: attachedMedia(viewer, subjectType),
    condition: sql`held.attachable_id = ${subjectId}`,
    order: inOrder,
  };
}

/** The items of a subject, found through its owner where the request names one. */
export function setOf(viewer: Viewer, place: LightboxRoute): HeldSet {
  const set = setOfSubject(viewer, place);
  if (place.ownerId === undefined) return set;
  return { ...set, condition: sql`${set.condition} and held.author_id = ${place.ownerId}` };
}

/** These photos and uploaded videos, wherever they are attached. */
export const setOfMedia = (viewer: Viewer, ids: number[]): HeldSet => ({
  held: attachedMedia(viewer),
  condition: sql`held.own_id = any (${sql.param(ids)}::bigint[])`,
  order: inOrder,
});

/** One photo or uploaded video: in that album, or without one wherever it is attached. */
export const setOfOne = (
  viewer: Viewer,
  { type, id }: Pick<LightboxRoute, 'type' | 'id'>,
  albumId?: number,
): HeldSet => ({
  held: albumId ? photosOfAlbum(viewer, albumId).held : attachedMedia(viewer),
  condition: sql`held.own_id = ${id} and held.kind = ${type}`,
  order: inOrder,
});

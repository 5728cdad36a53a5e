import type { Video } from '#domains/lightbox/lightbox.schema.ts';
import { unattachedView } from '#domains/lightbox/lightbox.views.server.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { pictureJson } from '#domains/media/picture-json.server.ts';
import {
  addVideo,
  type AddedVideo,
  type StoredVideo,
} from '#domains/media/videos/videos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

interface VideoText {
  title: string;
  description: string;
}

/** Stores an unattached video: for a day, and only for its owner. */
export async function createPendingVideo(
  tx: Tx,
  member: Member,
  stored: StoredVideo,
  { title, description }: VideoText,
  origin: string,
): Promise<Video> {
  const { id, video, picture } = await addVideo(tx, member.id, stored);
  const [{ createdAt }] = (await tx.execute<{ createdAt: string }>(
    sql`select ${now()}::text as "createdAt"`,
  )) as unknown as [{ createdAt: string }];
  return unattachedView(
    {
      id,
      kind: 'video',
      attachableType: 'post',
      attachableId: 0,
      containerType: null,
      containerId: null,
      position: 0,
      nth: 1,
      total: 1,
      subjectType: 'video',
      subjectId: id,
      canComment: false,
      canShare: false,
      isPaid: false,
      title,
      description,
      rated: null,
      videoType: null,
      videoUrl: null,
      publishedAt: createdAt,
      authorId: member.id,
      authorType: 'member',
      displayname: member.displayname,
      username: member.username,
      avatar: member.avatar,
      counts: null,
      mine: null,
      comments: 0,
      views: 0,
      details: video.details,
      mimeType: null,
      canEdit: true,
      canDelete: true,
      picture,
    },
    { viewer: member, origin },
  );
}

/**
 * Claims an own pending video, to attach it in this transaction. Not found if it is attached
 * already.
 */
export async function claimPendingVideo(tx: Tx, member: Member, id: number): Promise<AddedVideo> {
  const [row] = await tx.execute<AddedVideo & Record<string, unknown>>(sql`
    select id, json_build_object('width', width, 'height', height, 'details', details) as video,
      case
        when poster_hash is not null then ${pictureJson(sql`media`)}
      end as picture
    from media
    where id = ${id}
      and owner_id = ${member.id}
      and kind = 'video'
      and state = 'pending'
    for update`);
  if (!row) throw notFound();
  const { video, picture } = row;
  return { id: row.id, video, picture: picture as PictureRow | null };
}

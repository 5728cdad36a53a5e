import type { PictureRow } from '#domains/media/media.views.server.ts';
import type { Video } from '#domains/media/viewer/viewer.schema.ts';
import { videoView } from '#domains/media/viewer/viewer.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { addVideo, type AddedVideo, type StoredVideo } from './videos.server.ts';

interface Said {
  title: string;
  description: string;
}

/** Keeps a video that belongs to nothing yet: for a day, and for its owner alone. */
export async function keepWaitingVideo(
  tx: Tx,
  member: Member,
  stored: StoredVideo,
  { title, description }: Said,
  origin: string,
): Promise<Video> {
  const { id, video, picture } = await addVideo(tx, member.id, stored);
  const [{ moment }] = (await tx.execute<{ moment: string }>(
    sql`select ${now()}::text as moment`,
  )) as unknown as [{ moment: string }];
  const shown = videoView(
    {
      id,
      kind: 'video',
      attachableType: 'post',
      attachableId: 0,
      position: 0,
      nth: 1,
      total: 1,
      subjectType: 'video',
      subjectId: id,
      canComment: false,
      canShare: false,
      title,
      description,
      rated: null,
      videoType: null,
      videoUrl: null,
      publishedAt: moment,
      authorId: member.id,
      displayname: member.displayname,
      username: member.username,
      avatar: member.avatar,
      counts: null,
      mine: null,
      comments: 0,
      views: 0,
      details: video.details,
      picture,
    },
    { viewer: member, origin },
  );
  // It has no page before it has a post.
  return { ...shown, content_url: '' };
}

/**
 * An own video that waits, to be hung on something in this transaction. Not found when something
 * else has it already.
 */
export async function takeWaitingVideo(tx: Tx, member: Member, id: number): Promise<AddedVideo> {
  const [row] = await tx.execute<AddedVideo & Record<string, unknown>>(sql`
    select id, json_build_object('width', width, 'height', height, 'details', details) as video,
      case
        when poster_hash is not null then json_build_object(
          'id', id, 'width', (details -> 'poster' ->> 'width')::int, 'height',
          (details -> 'poster' ->> 'height')::int, 'widths', variant_widths, 'placeholder',
          placeholder, 'alt', alt
        )
      end as picture
    from media
    where id = ${id} and owner_id = ${member.id} and kind = 'video' and state = 'pending'
    for update`);
  if (!row) throw notFound();
  const { video, picture } = row;
  return { id: row.id, video, picture: picture as PictureRow | null };
}

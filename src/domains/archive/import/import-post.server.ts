import { isAutomatic } from '#domains/activities/activity.server.ts';
import type { ArchivedPost, ArchivedScheduled } from '#domains/archive/archive-format.schema.ts';
import { maxPhotos } from '#domains/media/media.rules.ts';
import { addPhotos, type StoredPhoto } from '#domains/media/photos.server.ts';
import { addVideo, type StoredVideo } from '#domains/media/videos/videos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { findFeeling } from '#domains/posts/feelings/feelings.ts';
import { postIdOf } from '#domains/posts/posts.model.ts';
import { isScheduleAhead, schedulePost } from '#domains/posts/schedule/schedule.server.ts';
import { createPost, type PostDraft } from '#domains/posts/writing/create-post.server.ts';
import type { NewAttachment } from '#domains/posts/writing/new-post-row.server.ts';
import { fromWireType } from '#lib/wire-names.ts';
import type { Tx } from '#server/db.ts';
import { HttpError } from '#server/errors.ts';
import type { Archive } from './read-archive.server.ts';
import { importPhoto, importVideo } from './unpacked-media.server.ts';

/** One item of the archive, ready to be written: its files are stored already. */
export interface Prepared {
  leftOut: number;
  /** Writes it and returns the created item. Absent if nothing of the item is imported. */
  write?: (tx: Tx) => Promise<{ type: 'post' | 'album' | 'scheduled'; id: number } | undefined>;
}

interface TakenFile {
  title: string;
  body: string;
  photo?: StoredPhoto;
  video?: StoredVideo;
}

async function importFiles(
  archive: Archive,
  attachments: ArchivedPost['attachments'] | undefined,
): Promise<{ files: TakenFile[]; leftOut: number }> {
  const files: TakenFile[] = [];
  let leftOut = 0;
  for (const { type: wireType, file, alt, title, text } of attachments ?? []) {
    const type = fromWireType(wireType);
    // The picture of a link is fetched again with its page.
    if (!file || (type !== 'photo' && type !== 'video')) continue;
    const isPhoto = type === 'photo';
    // Either photos or one video.
    const taken =
      (files.length === 0 || (isPhoto && files[0]!.photo && files.length < maxPhotos)) &&
      (isPhoto
        ? { photo: await importPhoto(archive, { file, alt }) }
        : { video: await importVideo(archive, file) });
    if (taken && (taken.photo ?? taken.video))
      files.push({ title, body: text, ...taken } as TakenFile);
    else leftOut += 1;
  }
  return { files, leftOut };
}

async function attach(
  tx: Tx,
  member: Member,
  { title, body, photo, video }: TakenFile,
): Promise<NewAttachment> {
  if (video)
    return {
      ...(await addVideo(tx, member.id, video, { isNotified: false })),
      type: 'video',
      title,
      body,
    };
  const [picture] = await addPhotos(tx, member.id, [photo!]);
  return { id: picture!.id, type: 'photo', title, body, picture: picture! };
}

function toFeeling({ feeling }: Pick<ArchivedScheduled, 'feeling'>): PostDraft['feeling'] {
  const [parent, child] = feeling ?? [null, null];
  return findFeeling(parent, child) ? { parent: parent!, child: child! } : undefined;
}

/** Only such posts are imported: elsewhere others decide who reads them. */
const isOwnWall = (wall: ArchivedScheduled['wall'], ownId: number): boolean =>
  wall !== undefined && fromWireType(wall.type) === 'member' && wall.id === ownId;

/** A scheduled post on the own wall, if its time is still ahead; nobody is tagged. */
export async function prepareScheduled(
  archive: Archive,
  member: Member,
  later: ArchivedScheduled,
  ownId: number,
): Promise<Prepared> {
  const publishAt = new Date(later.publish_at);
  if (!isOwnWall(later.wall, ownId) || !(await isScheduleAhead(publishAt))) return { leftOut: 1 };
  const { files, leftOut } = await importFiles(archive, later.attachments);
  const uri = files.length ? '' : (later.link ?? '');
  const { body, audience } = later;
  if (body === '' && !uri && !files.length) return { leftOut: leftOut || 1 };
  return {
    leftOut,
    write: async (tx) => {
      const media: NewAttachment[] = [];
      for (const file of files) media.push(await attach(tx, member, file));
      try {
        const written = await schedulePost(
          tx,
          member,
          {
            body,
            audience,
            isPaid: later.is_paid,
            tagged: [],
            uri,
            feeling: toFeeling(later),
            media,
          },
          publishAt,
        );
        return { type: 'scheduled', id: written.schedule_id };
      } catch (error) {
        // Over the limit of scheduled posts: import the other items all the same.
        if (error instanceof HttpError) return undefined;
        throw error;
      }
    },
  };
}

/** A post on the member's own wall, with its attachments, date and audience. Nobody is notified. */
export async function preparePost(
  archive: Archive,
  member: Member,
  post: ArchivedPost,
  ownId: number,
): Promise<Prepared> {
  const { body, audience, published, edited, can_comment: canComment, can_share: canShare } = post;
  // Posts of others, and shares of them, are not imported.
  if (post.shares !== null || !isOwnWall(post.wall, ownId) || audience === 'container')
    return { leftOut: 1 };
  // The items of automatic activity posts are imported by themselves, or not at all. With a text
  // of the member the post counts as left out.
  if (isAutomatic(post.type)) return { leftOut: body === '' ? 0 : 1 };
  const { files, leftOut } = await importFiles(archive, post.attachments);
  const uri = files.length ? '' : (post.attachments?.find(({ link }) => link)?.link ?? '');
  if (body === '' && !uri && !files.length) return { leftOut: leftOut || 1 };
  const feeling = toFeeling(post);
  return {
    leftOut,
    write: async (tx) => {
      const media: NewAttachment[] = [];
      for (const file of files) media.push(await attach(tx, member, file));
      const written = await createPost(tx, member, {
        body,
        audience,
        isPaid: post.is_paid,
        tagged: [],
        uri,
        feeling,
        media,
        imported: { publishedAt: published, editedAt: edited, canComment, canShare },
      });
      return { type: 'post', id: postIdOf(written) };
    },
  };
}

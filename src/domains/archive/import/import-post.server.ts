import type { ArchivedPost, ArchivedScheduled } from '#domains/archive/archive-format.schema.ts';
import { mostPhotos } from '#domains/media/media.rules.ts';
import { addPhotos, type StoredPhoto } from '#domains/media/photos.server.ts';
import { addVideo, type StoredVideo } from '#domains/media/videos/videos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { findFeeling } from '#domains/posts/feelings/feelings.ts';
import { isScheduleAhead, schedulePost } from '#domains/posts/schedule/schedule.server.ts';
import {
  createPost,
  type HungMedia,
  type PostDraft,
} from '#domains/posts/writing/create-post.server.ts';
import { fromWireType } from '#lib/wire-names.ts';
import type { Tx } from '#server/db.ts';
import { HttpError } from '#server/errors.ts';
import type { Archive } from './read-archive.server.ts';
import { takePhoto, takeVideo } from './unpacked-media.server.ts';

/** What is written once everything of it is stored. */
export interface Prepared {
  leftOut: number;
  /** Writes it, and answers what has come of it. Absent: nothing of it comes along. */
  write?: (tx: Tx) => Promise<{ type: 'post' | 'album' | 'scheduled'; id: number } | undefined>;
}

interface TakenFile {
  title: string;
  body: string;
  photo?: StoredPhoto;
  video?: StoredVideo;
}

async function takeFiles(
  archive: Archive,
  attachments: ArchivedPost['attachments'] | undefined,
): Promise<{ files: TakenFile[]; leftOut: number }> {
  const files: TakenFile[] = [];
  let leftOut = 0;
  for (const { type: wireType, file, alt, title, text } of attachments ?? []) {
    const type = fromWireType(wireType);
    // The picture of a link is fetched anew with its page.
    if (!file || (type !== 'photo' && type !== 'video')) continue;
    const isPhoto = type === 'photo';
    // Photos or one video.
    const taken =
      (files.length === 0 || (isPhoto && files[0]!.photo && files.length < mostPhotos)) &&
      (isPhoto
        ? { photo: await takePhoto(archive, { file, alt }) }
        : { video: await takeVideo(archive, file) });
    if (taken && (taken.photo ?? taken.video))
      files.push({ title, body: text, ...taken } as TakenFile);
    else leftOut += 1;
  }
  return { files, leftOut };
}

async function hang(
  tx: Tx,
  member: Member,
  { title, body, photo, video }: TakenFile,
): Promise<HungMedia> {
  if (video)
    return {
      ...(await addVideo(tx, member.id, video, { isTold: false })),
      type: 'video',
      title,
      body,
    };
  const [picture] = await addPhotos(tx, member.id, [photo!]);
  return { id: picture!.id, type: 'photo', title, body, picture: picture! };
}

/**
 * What the site told: of photos in an album, which come with the album, and of friends, who stay
 * where they are.
 */
const told = ['profile_photo_update', 'album_photo_new', 'friends'];

function feelingOf({ feeling }: Pick<ArchivedScheduled, 'feeling'>): PostDraft['feeling'] {
  const [parent, child] = feeling ?? [null, null];
  return findFeeling(parent, child) ? { parent: parent!, child: child! } : undefined;
}

/** A post for later, where its time still lies ahead; nobody is tagged. */
export async function prepareScheduled(
  archive: Archive,
  member: Member,
  later: ArchivedScheduled,
): Promise<Prepared> {
  const publishAt = new Date(later.publish_at);
  if (!(await isScheduleAhead(publishAt))) return { leftOut: 1 };
  const { files, leftOut } = await takeFiles(archive, later.attachments);
  const uri = files.length ? '' : (later.link ?? '');
  const { body, audience } = later;
  if (body === '' && !uri && !files.length) return { leftOut: leftOut || 1 };
  return {
    leftOut,
    write: async (tx) => {
      const media: HungMedia[] = [];
      for (const file of files) media.push(await hang(tx, member, file));
      try {
        const written = await schedulePost(
          tx,
          member,
          { body, audience, tagged: [], uri, feeling: feelingOf(later), media },
          publishAt,
        );
        return { type: 'scheduled', id: written.schedule_id };
      } catch (error) {
        // More of them than can wait: the others come all the same.
        if (error instanceof HttpError) return undefined;
        throw error;
      }
    },
  };
}

/**
 * A post of the member's own wall, with what hangs on it, at its date and for whom it was. Nobody
 * is told.
 */
export async function preparePost(
  archive: Archive,
  member: Member,
  post: ArchivedPost,
  ownId: number,
): Promise<Prepared> {
  // What others wrote stays where it is, and so does what was said about it.
  if (post.shares !== null || fromWireType(post.wall.type) !== 'member' || post.wall.id !== ownId)
    return { leftOut: 1 };
  // With words about it, it is not the same thing any more.
  if (told.includes(post.type)) return { leftOut: post.body === '' ? 0 : 1 };
  const { files, leftOut } = await takeFiles(archive, post.attachments);
  const uri = files.length ? '' : (post.attachments?.find(({ link }) => link)?.link ?? '');
  const { body, audience, published, edited, can_comment: canComment, can_share: canShare } = post;
  if (body === '' && !uri && !files.length) return { leftOut: leftOut || 1 };
  const feeling = feelingOf(post);
  return {
    leftOut,
    write: async (tx) => {
      const media: HungMedia[] = [];
      for (const file of files) media.push(await hang(tx, member, file));
      const written = await createPost(tx, member, {
        body,
        audience,
        tagged: [],
        uri,
        feeling,
        media,
        brought: { publishedAt: published, editedAt: edited, canComment, canShare },
      });
      return { type: 'post', id: written.feed.action_id };
    },
  };
}

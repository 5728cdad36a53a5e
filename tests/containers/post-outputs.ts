import { createContainerAlbum } from '#domains/albums/album-changes.server.ts';
import { readAlbum } from '#domains/albums/album-list.server.ts';
import { exportSections } from '#domains/archive/export-sections.server.ts';
import { readComments } from '#domains/comments/comment-list.server.ts';
import { addComment } from '#domains/comments/comments.server.ts';
import { listVideos } from '#domains/lightbox/videos/video-list.server.ts';
import { findVisibleMedia } from '#domains/lightbox/visible-media.server.ts';
import { readMissedChanges } from '#domains/live/missed-changes.server.ts';
import { selectRecipients } from '#domains/live/watch.server.ts';
import { listReported } from '#domains/moderation/queue/queue.server.ts';
import { createReport } from '#domains/moderation/reports.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { countFeed, readFeed, readWall } from '#domains/posts/feed/feed.server.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { latestPublicPosts, listSitemapPage } from '#domains/posts/public/public-posts.server.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { search } from '#domains/search/search.server.ts';
import type { WallType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** A post with a photo, a hashtag and a word of its own, and what hangs on it. */
export interface WrittenPost {
  id: number;
  wall: { type: WallType; id: number };
  /** Its text begins with "A" and this word, which is its hashtag too. */
  word: string;
  mediaId: number;
  /** A public post of the owner of the wall that shares it. */
  shareId: number;
  /** Somebody without any relation, who has written a comment. */
  commenter: Member;
}

const ids = ({ data }: { data: Array<{ feed: { action_id: number } }> }) =>
  data.map(({ feed }) => feed.action_id);

/** Whether the call answers; any refusal but "not found" is an error. */
export const isFound = (answer: Promise<unknown>, refusals = ['no_record']): Promise<boolean> =>
  answer.then(
    () => true,
    (error: { code?: string }) => {
      if (!refusals.includes(error.code ?? '')) throw error;
      return false;
    },
  );

const subjectOf = ({ id }: WrittenPost) => ({ type: 'post' as const, id });
const firstPage = { page: 0, firstPage: 0, limit: 5 } as const;
const withContainers = (member: Member): Member => ({ ...member, hasContainers: true });

type Output<Who> = (viewer: Who, post: WrittenPost) => Promise<boolean>;

/** For visitors and members. */
export const publicOutputs: Record<string, Output<Viewer>> = {
  'the post, its metadata and oEmbed': (viewer, { id }) => isFound(readPost(viewer, id)),
  'its wall': async (viewer, { id, wall }) => {
    // Whether the wall itself is found or refused is asked in other tests.
    const page = await readWall(viewer, wall.id, {}, wall.type).catch(() => ({ data: [] }));
    return ids(page).includes(id);
  },
  'the file of its photo': async (viewer, { mediaId }) =>
    (await findVisibleMedia(viewer, mediaId)) !== undefined,
  'the preview of a share': async (viewer, { shareId, word }) =>
    JSON.stringify(await readPost(viewer, shareId)).includes(`A ${word}`),
  comments: (viewer, post) => isFound(readComments(viewer, subjectOf(post), firstPage)),
};

/** For a post in the name of a container, whose media is a video. */
export const namedOutputs: Record<string, Output<Viewer>> = {
  'the post': (viewer, { id }) => isFound(readPost(viewer, id)),
  'its wall': publicOutputs['its wall']!,
  'the file of its video': publicOutputs['the file of its photo']!,
  'the list of videos': async (viewer, { mediaId, wall }) => {
    const videos = listVideos(viewer, { owner: wall, page: 1, limit: 5 });
    const found = await videos.catch((error: { code?: string }) => {
      if (!['no_record', 'unauthorized'].includes(error.code ?? '')) throw error;
      return { items: [] };
    });
    return found.items.some(({ id }) => id === mediaId);
  },
};

export const visitorOutputs: Record<string, (post: WrittenPost) => Promise<boolean>> = {
  'the sitemap': async ({ id }) =>
    ((await listSitemapPage(1)) ?? []).some(({ path }) => path === `/posts/${id}`),
  Atom: async ({ id }) => (await latestPublicPosts(100)).some(({ feed }) => feed.action_id === id),
};

export const memberOutputs: Record<string, Output<Member>> = {
  'the feed of its hashtag': async (member, { id, word }) =>
    ids(await readFeed(member, { hashtag: word })).includes(id),
  'the count of new posts': async (member, { word }) =>
    (await countFeed(member, { hashtag: word, minid: 1 })) > 0,
  search: async (member, { word }) =>
    JSON.stringify(
      await search(member, { query: word, type: 'post', page: 1, limit: 20 }),
    ).includes(`A ${word}`),
  'who reacted': (member, post) =>
    isFound(
      readComments(member, subjectOf(post), {
        ...firstPage,
        viewAllComments: 0,
        viewAllLikes: 1,
      }),
    ),
  'missed live changes': async (member, post) =>
    (await readMissedChanges(member, [{ type: 'post', id: String(post.id), since: new Date(0) }]))
      .length > 0,
  'the live stream': async (member, { id, commenter }) =>
    (
      await db.execute(
        selectRecipients([{ memberId: member.id, type: 'post', id, actorId: commenter.id }]),
      )
    ).length > 0,
};

/** Those whom a notification about the post reaches also need to see its author. */
export const isNotified: Output<Member> = async (member, { word }) =>
  JSON.stringify(await listNotifications(member, { page: 1, limit: 50 })).includes(word);

/** The home feed and its feed of photos have posts of own containers only. */
export const isInHomeFeed: Output<Member> = async (member, { id }) =>
  ids(await readFeed(withContainers(member), { limit: 50 })).includes(id);
export const isInPhotoFeed: Output<Member> = async (member, { id }) =>
  ids(await readFeed(withContainers(member), { filter: 'photo', limit: 50 })).includes(id);

/** An album of the container with one photo, from before the post. */
export async function addFilledAlbum(owner: Member, wall: WrittenPost['wall']): Promise<number> {
  const id = await createContainerAlbum(owner, wall, { title: 'Regatta' });
  await db.execute(sql`
    with photo as (
      insert into media (
        owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
        placeholder
      )
      values (${owner.id}, 'photo', ${`album${id}`}, 'image/jpeg', 1, 320, 320, '{320}', '')
      returning id
    )
    insert into album_photos (media_id, album_id, position)
    select photo.id, ${id}, 1 from photo`);
  return id;
}

export const isAlbumFound = (
  viewer: Viewer,
  id: number,
  { type, id: ownerId }: WrittenPost['wall'],
) => isFound(readAlbum(viewer, id, { type, id: ownerId }), ['no_record', 'unauthorized']);

/** Whether its text is in the archive of the member. */
export async function isInArchive(member: Member, { word }: WrittenPost): Promise<boolean> {
  for (const { rows } of exportSections(member)) {
    const found = await db.execute(sql`
      select from (${rows}) section (key, item) where item::text like ${`%A ${word}%`}`);
    if (found.length) return true;
  }
  return false;
}

/** Writing about it. */
export const writes: Record<string, Output<Member>> = {
  commenting: (member, post) =>
    isFound(addComment(db, member, subjectOf(post), { body: 'Nice' }, ''), [
      'no_record',
      'unauthorized',
    ]),
  reacting: (member, { id }) =>
    isFound(react(member, 'post', id, 1), ['no_record', 'unauthorized']),
};

export const reporting: Output<Member> = (member, { id }) =>
  isFound(createReport(member, { type: 'post', id, category: 'spam', description: 'Look' }), [
    'no_record',
    // Nobody reports themselves.
    'validation_fail',
  ]);

/** The text that moderators see of it without opening it. */
export async function findReported(moderator: Member, { id }: WrittenPost) {
  const { response } = await listReported(moderator, { page: 1, limit: 50 });
  return response.find((one) => one.id === id && one.type === 'activity_action');
}

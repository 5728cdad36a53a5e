import { sql } from 'drizzle-orm';
import type { MemberCard } from '#domains/auth/members.views.server.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import type { VideoRow } from '#domains/media/videos/videos.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { mentionedIn } from '#domains/notifications/mentions.rules.ts';
import { tell } from '#domains/notifications/tell.server.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { onePost } from './feed-selection.server.ts';
import { findFeeling } from './feelings.ts';
import { hashtagKeysOf } from './hashtags.ts';
import { linkRowOf, orderLinkPreview } from './link-preview.server.ts';
import { type AttachmentRow, type PostRow, readPostRows } from './post-rows.server.ts';
import { mayDeletePost, mayEditPost, mayHidePost, maySharePost, postProblem, type PostFacts } from './posts.rules.ts';
import type { FeedItem } from './feed-item.schema.ts';
import type { Hidden } from './posts.schema.ts';
import { posts } from './posts.table.ts';
import { postView, previewView } from './posts.views.server.ts';
import { visibleTo } from './visibility.server.ts';

/** One post with its newest comment, or not found. */
export async function readPost(viewer: Viewer, id: number, origin = ''): Promise<FeedItem> {
  const [row] = await readPostRows(viewer, onePost(viewer, id));
  if (!row) throw notFound();
  const comment_data = previewView(row, { viewer, origin });
  return { ...postView(row, { viewer, origin }), ...(comment_data ? { comment_data } : {}) };
}

export interface PostDraft {
  body: string;
  audience: Audience;
  /** Ids; who is no friend is left out. */
  tagged: number[];
  uri: string;
  feeling?: { parent: number; child: number } | undefined;
  /** Whose wall; the own one if absent. */
  place?: { type: string; id: number } | undefined;
  /** Photos or one video whose rows were written in the same transaction. */
  media?: HungMedia[] | undefined;
}

/** What is to hang on a post. */
export interface HungMedia {
  id: number;
  type: 'album_photo' | 'video';
  title?: string;
  /** What is said of it alone. */
  body?: string;
  /** Null for a video without a poster. */
  picture: PictureRow | null;
  video?: VideoRow | null;
}

interface Created extends Record<string, unknown> {
  id: number;
  publishedAt: string;
  attachmentId: number | null;
  /** Ids of the attachments, in the order of the media. */
  hung: number[] | null;
  tags: MemberCard[] | null;
}

async function checkPlace(member: Member, place: PostDraft['place']) {
  if (!place || (place.type === 'user' && place.id === member.id)) return;
  const found = place.type === 'user' ? await db.execute(sql`select 1 from members m where m.id = ${place.id} and ${visibleAuthor(member, sql`m.id`)}`) : [];
  if (!found.length) throw notFound();
  throw forbidden('You cannot post here.');
}

/** Refuses what nobody may post; answers the feeling of the catalogue. */
export async function checkDraft(member: Member, draft: PostDraft, mediaCount = draft.media?.length ?? 0): Promise<ReturnType<typeof findFeeling>> {
  const problem = postProblem({ ...draft, mediaCount });
  if (problem) throw invalid(problem, 'body');
  const feeling = draft.feeling && findFeeling(draft.feeling.parent, draft.feeling.child);
  if (draft.feeling && !feeling) throw invalid('This feeling is not known.', 'composer');
  await checkPlace(member, draft.place);
  return feeling;
}

/** The contract's attachment_video_type of a file of ours. */
const uploadedVideo = 3;

function typeOf(media: HungMedia[], link: { type: string } | null) {
  const first = media[0]?.type ?? link?.type;
  if (first === undefined) return 'status';
  return first === 'album_photo' ? 'post_self_photo' : first === 'video' ? 'post_self_video' : 'post_self_link';
}

/**
 * Writes a post with its tags, its link and what hangs on it in one statement; with a link or media `tx` is a transaction. The
 * answer is made from what was written, without reading it again.
 */
export async function createPost(tx: Tx, member: Member, draft: PostDraft, origin = ''): Promise<FeedItem> {
  const feeling = await checkDraft(member, draft);
  const { body, audience, uri, media = [] } = draft;
  // A tag would name somebody on a post that only its author sees.
  const tagged = audience === 'onlyme' ? [] : draft.tagged;
  const mentioned = audience === 'onlyme' ? [] : mentionedIn(body);
  const link = await linkRowOf(uri);
  const type = typeOf(media, link);
  const [row] = await tx.execute<Created>(sql`
    with friends as materialized (
      select m.id, m.displayname, m.username, m.avatar, t.position from unnest(${sql.param(tagged)}::bigint[]) with ordinality t (id, position)
      join friendships f on f.member_id = ${member.id} and f.friend_id = t.id join members m on m.id = t.id
      where ${visibleAuthor(member, sql`t.id`)}),
    added as (
      insert into posts (author_id, type, subject_id, object_id, body, audience, published_at, feeling_parent, feeling_child, attachment_count, tag_count)
      values (${member.id}, ${type}, ${member.id}, ${member.id}, ${body}, ${audience}, ${now()}, ${feeling?.parent.id ?? null}, ${feeling?.child.id ?? null},
        ${media.length + (uri ? 1 : 0)}, (select count(*) from friends))
      returning id, published_at),
    tags as (insert into post_tags (post_id, member_id, position) select added.id, friends.id, friends.position from added, friends),
    subjects as (insert into post_hashtags (hashtag, post_id) select said.hashtag, added.id from added, unnest(${sql.param(hashtagKeysOf(body))}::text[]) said (hashtag)),
    hung as (
      insert into attachments (post_id, position, type, media_id, title, body, video_type)
      select added.id, sent.position - 1, sent.type, sent.id, sent.title, sent.body, case sent.type when 'video' then ${uploadedVideo}::smallint end from added,
        unnest(${sql.param(media.map(({ id }) => id))}::bigint[], ${sql.param(media.map(({ type: kind }) => kind))}::text[],
          ${sql.param(media.map(({ title = '' }) => title))}::text[], ${sql.param(media.map(({ body: said = '' }) => said))}::text[]) with ordinality sent (id, type, title, body, position) order by sent.position
      returning id, position),
    -- Its own position 0: the feeds of photos, of videos and of links each find their posts there.
    link as (
      insert into attachments (post_id, position, type, uri, title, body, video_type, video_url, preview)
      select added.id, 0, ${link?.type ?? ''}, ${uri}, ${link?.title ?? ''}, ${link?.body ?? ''}, ${link?.videoType ?? null}::smallint, ${link?.videoUrl ?? null},
        ${link?.preview ? JSON.stringify(link.preview) : null}::jsonb
      from added where ${link !== null} returning id),
    ${tell(member, sql`
      select friends.id, 'tagged', 'activity_action', added.id, 1, '', 0::bigint from added, friends
      union all select m.id, 'mentioned', 'activity_action', added.id, 2, '', 0::bigint from added, members m join friendships f on f.friend_id = m.id
      where f.member_id = ${member.id} and m.status = 'active' and lower(m.username) = any (${sql.param(mentioned)}::text[])`, { place: sql`select 'activity_action', added.id from added`, isNew: true })}
    select added.id, added.published_at::text as "publishedAt", (select id from link) as "attachmentId", (select json_agg(id order by position) from hung) as hung,
      (select json_agg(json_build_object('id', id, 'displayname', displayname, 'username', username, 'avatar', avatar) order by position) from friends) as tags
    from added`);
  const attachmentId = row!.attachmentId;
  if (attachmentId !== null) await orderLinkPreview(tx, attachmentId, uri);
  return postView(
    {
      ...newRow(member, row!, { type, body, audience }),
      ...{ feelingParent: feeling?.parent.id ?? null, feelingChild: feeling?.child.id ?? null, tags: row!.tags },
      attachments: [...media.map((one, position) => hungRow(one, row!.hung![position]!)), ...(link && attachmentId !== null ? [{ ...link, ...bare, id: attachmentId }] : [])],
    },
    { viewer: member, origin },
  );
}

/** What an attachment just written does not have. */
const bare = { mediaId: null, targetId: null, picture: null, video: null };

const hungRow = ({ id: mediaId, type, title = '', body = '', picture, video = null }: HungMedia, id: number): AttachmentRow => ({
  ...{ ...bare, id, mediaId, type, title, body, picture, video },
  ...{ uri: '', videoType: type === 'video' ? uploadedVideo : null, videoUrl: null, preview: null },
});

/** A post just written: nobody has reacted or commented yet. */
function newRow(member: Member, written: { id: number; publishedAt: string }, said: { type: string; body: string; audience: Audience }): PostRow {
  return {
    ...written,
    ...said,
    ...{ authorId: member.id, subjectType: 'user', subjectId: member.id, objectType: 'user', objectId: member.id },
    ...{ displayname: member.displayname, username: member.username, avatar: member.avatar },
    ...{ editedAt: null, feelingParent: null, feelingChild: null, canComment: true, canShare: true, sharedType: null, sharedId: null },
    ...{ counts: null, mine: null, isSaved: false, isMuted: false, comments: 0, shares: 0, preview: null, attachments: null, tags: null, shared: null },
  };
}

/** Shares a post on the own wall for everyone; a share of a share shares the original. Returns the new post's id. */
export async function sharePost(tx: Tx, member: Member, id: number, body: string): Promise<number> {
  const [row] = await readPostRows(member, onePost(member, id), { withPreview: false });
  if (!row) throw notFound();
  const original = row.sharedId === null ? row : row.shared;
  // A share whose original is gone has nothing to share.
  if (!original) throw notFound();
  if (!maySharePost(member, original)) throw forbidden('This post cannot be shared.');
  const [created] = await tx.execute<{ id: number }>(sql`
    with added as (
      insert into posts (author_id, type, subject_id, object_id, body, audience, published_at, shared_type, shared_id)
      values (${member.id}, 'share', ${member.id}, ${member.id}, ${body}, 'everyone', ${now()}, 'activity_action', ${original.id}) returning id),
    subjects as (insert into post_hashtags (hashtag, post_id) select said.hashtag, added.id from added, unnest(${sql.param(hashtagKeysOf(body))}::text[]) said (hashtag)),
    ${tell(member, sql`select ${original.authorId}::bigint, 'shared', 'activity_action', ${original.id}::bigint, 1, 'activity_action', added.id from added`, { place: sql`select 'activity_action', ${original.id}::bigint` })}
    select id from added`);
  return created!.id;
}

interface LockedPost extends PostFacts, Record<string, unknown> {
  audience: Audience;
  /** Something beside the text. */
  hasMore: boolean;
  modifiedAt: string;
}

/** The post that the member may see, held until the end of the transaction. */
export async function lockPost(tx: Tx, member: Member, id: number): Promise<LockedPost> {
  const [post] = await tx.execute<LockedPost>(sql`
    select author_id as "authorId", object_type as "objectType", object_id as "objectId", audience, can_comment as "canComment", can_share as "canShare",
      attachment_count > 0 or shared_id is not null as "hasMore", coalesce(edited_at, published_at)::text as "modifiedAt"
    from posts where ${posts.id} = ${id} and ${visibleTo(member)} for update`);
  if (!post) throw notFound();
  return post;
}

/** Comments, reactions, tags and attachments go with it, by triggers and foreign keys. */
export async function deletePost(member: Member, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    if (!mayDeletePost(member, await lockPost(tx, member, id))) throw forbidden();
    await tx.execute(sql`delete from posts where id = ${id}`);
  });
}

/** Turns comments or sharing of an own post off, or on again; returns the new state. */
export async function togglePost(member: Member, id: number, what: 'canComment' | 'canShare'): Promise<boolean> {
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, member, id);
    if (!mayEditPost(member, post)) throw forbidden();
    const column = sql.raw(what === 'canComment' ? 'can_comment' : 'can_share');
    await tx.execute(sql`update posts set ${column} = ${!post[what]} where id = ${id}`);
    return !post[what];
  });
}

export type HiddenType = 'activity_action' | 'user';

/** Hides a post, or everything of one member, from the own feed. */
export async function hideItem(member: Member, type: HiddenType, id: number): Promise<Hidden> {
  const authorId = type === 'user' ? await findOther(member, id) : await findHideable(member, id);
  await db.execute(sql`insert into hidden_items (member_id, type, item_id) values (${member.id}, ${type}, ${id}) on conflict do nothing`);
  return {
    undo: { name: 'undo', label: 'Undo', url: 'advancedactivity/feeds/un-hide-item', urlParams: { type, id } },
    hide_all: { name: 'hide_all', label: 'Hide All', url: 'advancedactivity/feeds/hide-item', urlParams: { type: 'user', id: authorId } },
  };
}

async function findOther(member: Member, id: number): Promise<number> {
  if (id === member.id) throw invalid('You cannot hide yourself.', 'id');
  const [found] = await db.execute(sql`select 1 from members m where m.id = ${id} and ${visibleAuthor(member, sql`m.id`)}`);
  if (!found) throw notFound();
  return id;
}

async function findHideable(member: Member, id: number): Promise<number> {
  const [post] = await db.execute<PostFacts & Record<string, unknown>>(sql`
    select author_id as "authorId", object_type as "objectType", object_id as "objectId", audience, can_comment as "canComment", can_share as "canShare"
    from posts where ${posts.id} = ${id} and ${visibleTo(member)}`);
  if (!post) throw notFound();
  if (!mayHidePost(member, post)) throw invalid('You cannot hide your own post.', 'id');
  return post.authorId;
}

/** Not found also when it was not hidden. */
export async function unhideItem(member: Member, type: HiddenType, id: number): Promise<void> {
  const gone = await db.execute(sql`delete from hidden_items where member_id = ${member.id} and type = ${type} and item_id = ${id} returning 1`);
  if (!gone.length) throw notFound();
}

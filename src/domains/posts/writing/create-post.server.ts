import type { MemberCard } from '#domains/auth/members.views.server.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { uploadedVideo } from '#domains/media/videos/video.rules.ts';
import type { VideoRow } from '#domains/media/videos/videos.server.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import { mentionedIn } from '#domains/notifications/mentions.rules.ts';
import { mentionsIn, type MentionRow } from '#domains/notifications/mentions.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import { findFeeling } from '#domains/posts/feelings/feelings.ts';
import { hashtagKeysOf } from '#domains/posts/hashtags.ts';
import { linkRowOf, orderLinkPreview } from '#domains/posts/links/link-preview.server.ts';
import type { AttachmentRow, PostRow } from '#domains/posts/post-rows.server.ts';
import { postProblem, type WallType } from '#domains/posts/posts.rules.ts';
import { postView } from '#domains/posts/posts.views.server.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface PostDraft {
  body: string;
  audience: Audience;
  /** Ids; who is no friend is left out. */
  tagged: number[];
  uri: string;
  feeling?: { parent: number; child: number } | undefined;
  /** Whose wall; the own one if absent. */
  place?: { type: WallType; id: number } | undefined;
  /** Photos or one video whose rows were written in the same transaction. */
  media?: HungMedia[] | undefined;
  /** It was written elsewhere, at that time, and is brought along: nobody is told. */
  brought?: BroughtPost | undefined;
}

export interface BroughtPost {
  /** As the database writes moments; one still to come becomes now. */
  publishedAt: string;
  editedAt: string | null;
  canComment: boolean;
  canShare: boolean;
}

/** What is to hang on a post. */
export interface HungMedia {
  id: number;
  type: 'photo' | 'video';
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
  mentions: MentionRow[] | null;
}

async function checkPlace(member: Member, place: PostDraft['place']) {
  if (!place || (place.type === 'member' && place.id === member.id)) return;
  const found =
    place.type === 'member'
      ? await db.execute(
          sql`
            select 1 from members m where m.id = ${place.id} and ${visibleAuthor(member, sql`m.id`)}`,
        )
      : [];
  if (!found.length) throw notFound();
  throw forbidden('You cannot post here.');
}

/** Refuses what nobody may post; answers the feeling of the catalogue. */
export async function checkDraft(
  member: Member,
  draft: PostDraft,
  mediaCount = draft.media?.length ?? 0,
): Promise<ReturnType<typeof findFeeling>> {
  const problem = postProblem({ ...draft, mediaCount });
  if (problem) throw invalid(problem, 'body');
  const feeling = draft.feeling && findFeeling(draft.feeling.parent, draft.feeling.child);
  if (draft.feeling && !feeling) throw invalid('This feeling is not known.', 'composer');
  await checkPlace(member, draft.place);
  return feeling;
}

/** Nothing was written later than now. */
const earlier = (moment: string | null) =>
  sql`least(${moment}::timestamptz, case when ${moment}::timestamptz is not null then ${now()} end)`;

function typeOf(media: HungMedia[], link: { type: string } | null) {
  const first = media[0]?.type ?? link?.type;
  if (first === undefined) return 'status';
  if (first === 'photo') return 'post_self_photo';
  return first === 'video' ? 'post_self_video' : 'post_self_link';
}

/**
 * Writes a post with its tags, its link and what hangs on it in one statement; with a link or media
 * `tx` is a transaction. The answer is made from what was written, without reading it again.
 */
export async function createPost(
  tx: Tx,
  member: Member,
  draft: PostDraft,
  origin = '',
): Promise<FeedItem> {
  const feeling = await checkDraft(member, draft);
  const { body, audience, uri, media = [], brought } = draft;
  // A tag would name somebody on a post that only its author sees.
  const tagged = audience === 'onlyme' ? [] : draft.tagged;
  const mentioned = audience === 'onlyme' || brought ? [] : mentionedIn(body);
  const link = await linkRowOf(uri);
  const type = typeOf(media, link);
  const [row] = await tx.execute<Created>(sql`
    with friends as materialized (
      select m.id, m.displayname, m.username, m.avatar, t.position
      from unnest(${sql.param(tagged)}::bigint[]) with ordinality t (id, position)
      join friendships f on f.member_id = ${member.id} and f.friend_id = t.id
      join members m on m.id = t.id
      where ${visibleAuthor(member, sql`t.id`)}
    ),
      added as (
        insert into posts (
          author_id, type, subject_id, object_id, body, audience, published_at, edited_at,
          can_comment, can_share, feeling_parent, feeling_child, attachment_count, tag_count
        )
        values (
          ${member.id}, ${type}, ${member.id}, ${member.id}, ${body}, ${audience},
          ${brought ? earlier(brought.publishedAt) : now()},
          ${brought ? earlier(brought.editedAt) : null}, ${brought?.canComment ?? true},
          ${brought?.canShare ?? true}, ${feeling?.parent.id ?? null}, ${feeling?.child.id ?? null},
          ${media.length + (uri ? 1 : 0)}, (select count(*) from friends)
        )
        returning id, published_at
      ),
      tags as (
        insert into post_tags (post_id, member_id, position)
        select added.id, friends.id, friends.position
        from added, friends
      ),
      subjects as (
        insert into post_hashtags (hashtag, post_id)
        select said.hashtag, added.id
        from added, unnest(${sql.param(hashtagKeysOf(body))}::text[]) said (hashtag)
      ),
      hung as (
        insert into attachments (post_id, position, type, media_id, title, body, video_type)
        select added.id, sent.position - 1, sent.type, sent.id, sent.title, sent.body,
          case sent.type when 'video' then ${uploadedVideo}::smallint end
        from added,
          unnest(
            ${sql.param(media.map(({ id }) => id))}::bigint[],
            ${sql.param(media.map(({ type: kind }) => kind))}::text[],
            ${sql.param(media.map(({ title = '' }) => title))}::text[],
            ${sql.param(media.map(({ body: said = '' }) => said))}::text[]
          ) with ordinality sent (id, type, title, body, position)
        order by sent.position
        returning id, position
      ),
      -- Its own position 0: the feeds of photos, of videos and of links each find their posts there.
    link as (
      insert into attachments (
        post_id, position, type, uri, title, body, video_type, video_url, preview
      )
      select added.id, 0, ${link?.type ?? ''}, ${uri}, ${link?.title ?? ''}, ${link?.body ?? ''},
        ${link?.videoType ?? null}::smallint, ${link?.videoUrl ?? null},
        ${link?.preview ? JSON.stringify(link.preview) : null}::jsonb
      from added
      where ${link !== null}
      returning id
    ),
    ${notificationCtes(
      member,
      sql`
        select friends.id, 'tagged', 'post', added.id, 1, '', 0::bigint
        from added, friends
        union all
        select m.id, 'mentioned', 'post', added.id, 2, '', 0::bigint
        from added, members m
        join friendships f on f.friend_id = m.id
        where f.member_id = ${member.id}
          and m.status = 'active'
          and lower(m.username) = any (${sql.param(mentioned)}::text[])`,
      { context: sql`select 'post', added.id from added`, isNew: true },
    )}
    select added.id, added.published_at::text as "publishedAt",
      (select id from link) as "attachmentId",
      (select json_agg(id order by position) from hung) as hung,
      (
        select json_agg(
          json_build_object(
            'id', id, 'displayname', displayname, 'username', username, 'avatar', avatar
          )
          order by position
        )
        from friends
      ) as tags,
      ${body.includes('@') ? mentionsIn(member, sql`${body}::text`) : sql`null`} as mentions
    from added`);
  const attachmentId = row!.attachmentId;
  if (attachmentId !== null) await orderLinkPreview(tx, attachmentId, uri);
  return postView(
    {
      ...newRow(member, row!, { type, body, audience }),
      feelingParent: feeling?.parent.id ?? null,
      feelingChild: feeling?.child.id ?? null,
      tags: row!.tags,
      mentions: row!.mentions,
      attachments: [
        ...media.map((one, position) => hungRow(one, row!.hung![position]!)),
        ...(link && attachmentId !== null ? [{ ...link, ...bare, id: attachmentId }] : []),
      ],
    },
    { viewer: member, origin },
  );
}

/** What an attachment just written does not have. */
const bare = { mediaId: null, targetId: null, picture: null, video: null };

const hungRow = (
  { id: mediaId, type, title = '', body = '', picture, video = null }: HungMedia,
  id: number,
): AttachmentRow => ({
  ...bare,
  id,
  mediaId,
  type,
  title,
  body,
  picture,
  video,
  uri: '',
  videoType: type === 'video' ? uploadedVideo : null,
  videoUrl: null,
  preview: null,
});

/** A post just written: nobody has reacted or commented yet. */
function newRow(
  member: Member,
  written: { id: number; publishedAt: string },
  said: { type: string; body: string; audience: Audience },
): PostRow {
  return {
    ...written,
    ...said,
    authorId: member.id,
    subjectType: 'member',
    subjectId: member.id,
    objectType: 'member',
    objectId: member.id,
    displayname: member.displayname,
    username: member.username,
    avatar: member.avatar,
    editedAt: null,
    feelingParent: null,
    feelingChild: null,
    canComment: true,
    canShare: true,
    sharedType: null,
    sharedId: null,
    album: null,
    friend: null,
    counts: null,
    mine: null,
    isSaved: false,
    isMuted: false,
    comments: 0,
    shares: 0,
    preview: null,
    attachments: null,
    tags: null,
    mentions: null,
    shared: null,
    sharedMedia: null,
  };
}

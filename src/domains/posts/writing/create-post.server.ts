import type { SQL } from 'drizzle-orm';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import { uploadedVideo } from '#domains/media/videos/video.rules.ts';
import { memberCardJson } from '#domains/members/members.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { mentionable } from '#domains/mentions/mentionable.server.ts';
import { mentionedIn } from '#domains/mentions/mentions.rules.ts';
import { mentionsIn, takeMentions, type MentionRow } from '#domains/mentions/mentions.server.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { isFriendOf, viewerFromColumn, visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { enqueueNewPost } from '#domains/posts/announcements/post-notifications.server.ts';
import type { FeedItem } from '#domains/posts/feed-item.schema.ts';
import { findFeeling } from '#domains/posts/feelings/feelings.ts';
import { hashtagKeysOf } from '#domains/posts/hashtags.ts';
import { enqueueLinkPreview, toLinkRow } from '#domains/posts/links/link-preview.server.ts';
import { postProblem } from '#domains/posts/posts.rules.ts';
import { postView } from '#domains/posts/posts.views.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { forbidden, invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { bare, newRow, toAttachmentRow, type NewAttachment } from './new-post-row.server.ts';
import { resolveTarget, type PostTarget, type ResolvedTarget } from './post-target.server.ts';

export interface PostDraft {
  body: string;
  audience: Audience;
  isPaid?: boolean | undefined;
  /** Ids; only friends are tagged. */
  tagged: number[];
  uri: string;
  feeling?: { parent: number; child: number } | undefined;
  /** The wall; the member's own if absent. */
  target?: PostTarget | undefined;
  /** Photos or one video whose rows were written in the same transaction. */
  media?: NewAttachment[] | undefined;
  /** Written earlier for this time: neither slow mode nor the number of waiting posts refuses it. */
  isScheduled?: boolean;
  /** Set for posts of an archive, which notify nobody. */
  imported?: ImportedPost | undefined;
}

export interface ImportedPost {
  /** Timestamp of the database; a future one becomes now. */
  publishedAt: string;
  editedAt: string | null;
  canComment: boolean;
  canShare: boolean;
}

interface Created extends Record<string, unknown> {
  id: number;
  publishedAt: string;
  attachmentId: number | null;
  /** Ids of the attachments, in the order of the media. */
  attachmentIds: number[] | null;
  tags: MemberCard[] | null;
  mentions: MentionRow[] | null;
}

/** Throws for a draft that may not be posted; returns its feeling and where it will stand. */
export async function checkDraft(
  tx: Tx,
  member: Member,
  draft: PostDraft,
  mediaCount = draft.media?.length ?? 0,
  approved?: ResolvedTarget,
): Promise<{ feeling: ReturnType<typeof findFeeling>; target: ResolvedTarget }> {
  const problem = postProblem({ ...draft, mediaCount });
  if (problem) throw invalid(problem, 'body');
  const feeling = draft.feeling && findFeeling(draft.feeling.parent, draft.feeling.child);
  if (draft.feeling && !feeling) throw invalid('Please choose one of these.', 'composer');
  const target = approved ?? (await resolveTarget(tx, member, draft.target, draft.audience));
  if (target.subjectType !== 'member' && draft.tagged.length)
    throw invalid('You cannot tag friends when you post as a page.', 'composer');
  return { feeling, target };
}

/** Limits an imported timestamp to now. */
const earlier = (time: string | null) =>
  sql`least(${time}::timestamptz, case when ${time}::timestamptz is not null then ${now()} end)`;

/**
 * Whether the member of that column may read what stands there: neither a tag nor a mention shows
 * others that it exists.
 */
function isReadableFor({ type, id, wall }: ResolvedTarget, memberId: SQL): SQL {
  const kind = wall && findContainerKind(type);
  return kind ? kind.readable(viewerFromColumn(memberId), sql`${id}::bigint`) : sql`true`;
}

function typeOf(media: NewAttachment[], link: { type: string } | null) {
  const first = media[0]?.type ?? link?.type;
  if (first === undefined) return 'status';
  if (first === 'photo') return 'post_self_photo';
  return first === 'video' ? 'post_self_video' : 'post_self_link';
}

/**
 * Writes a post with its tags, link and attachments in one statement; with a link or media `tx` is
 * a transaction. The view is built from the written values, without reading them again.
 * @param approved the wall or container, if it has been checked already
 */
export async function createPost(
  tx: Tx,
  member: Member,
  draft: PostDraft,
  origin = '',
  approved?: ResolvedTarget,
): Promise<FeedItem> {
  const { feeling, target } = await checkDraft(tx, member, draft, draft.media?.length, approved);
  if (target.needsApproval) throw forbidden('Posts need approval here.');
  const { audience } = target;
  const { body, uri, isPaid = false, media = [], imported } = draft;
  const isInOwnName = target.subjectType === 'member';
  // Only the author sees such a post, so nobody is tagged.
  const tagged = audience === 'onlyme' ? [] : draft.tagged;
  // A notification names who wrote it, which a post in the name of a page does not.
  const isSilent = audience === 'onlyme' || imported !== undefined || !isInOwnName;
  const findMentioned = () =>
    draft.isScheduled ? mentionedIn(body) : takeMentions(tx, member, body);
  const container =
    target.type === 'member' ? undefined : sql`select ${target.type}::text, ${target.id}::bigint`;
  const mentioned = isSilent ? [] : await findMentioned();
  const link = await toLinkRow(tx, uri);
  const type = typeOf(media, link);
  const [row] = await tx.execute<Created>(sql`
    with friends as materialized (
      select m.id, m.displayname, m.username, m.avatar, t.position
      from unnest(${sql.param(tagged)}::bigint[]) with ordinality t (id, position)
      join friendships f on f.member_id = ${member.id} and f.friend_id = t.id
      join members m on m.id = t.id
      where ${visibleAuthor(member, sql`t.id`)} and ${isReadableFor(target, sql`t.id`)}
    ),
      inserted_post as (
        insert into posts (
          author_id, type, subject_type, subject_id, object_type, object_id, body, audience,
          published_at, edited_at,
          can_comment, can_share, is_paid, feeling_parent, feeling_child, attachment_count, tag_count
        )
        values (
          ${member.id}, ${type}, ${target.subjectType}, ${target.subjectId}, ${target.type},
          ${target.id}, ${body}, ${audience},
          ${imported ? earlier(imported.publishedAt) : now()},
          ${imported ? earlier(imported.editedAt) : null}, ${imported?.canComment ?? true},
          ${imported?.canShare ?? true}, ${isPaid}, ${feeling?.parent.id ?? null}, ${feeling?.child.id ?? null},
          ${media.length + (uri ? 1 : 0)}, (select count(*) from friends)
        )
        returning id, published_at
      ),
      tags as (
        insert into post_tags (post_id, member_id, position)
        select inserted_post.id, friends.id, friends.position
        from inserted_post, friends
      ),
      subjects as (
        insert into post_hashtags (hashtag, post_id)
        select keys.hashtag, inserted_post.id
        from inserted_post, unnest(${sql.param(hashtagKeysOf(body))}::text[]) keys (hashtag)
      ),
      inserted_media as (
        insert into attachments (post_id, position, type, media_id, title, body, video_type)
        select inserted_post.id, sent.position - 1, sent.type, sent.id, sent.title, sent.body,
          case sent.type when 'video' then ${uploadedVideo}::smallint end
        from inserted_post,
          unnest(
            ${sql.param(media.map(({ id }) => id))}::bigint[],
            ${sql.param(media.map(({ type: kind }) => kind))}::text[],
            ${sql.param(media.map(({ title = '' }) => title))}::text[],
            ${sql.param(media.map(({ body: text = '' }) => text))}::text[]
          ) with ordinality sent (id, type, title, body, position)
        order by sent.position
        returning id, position
      ),
      -- Position 0, where the feeds of photos, videos and links look for posts.
    link as (
      insert into attachments (
        post_id, position, type, uri, title, body, video_type, video_url, preview
      )
      select inserted_post.id, 0, ${link?.type ?? ''}, ${uri}, ${link?.title ?? ''}, ${link?.body ?? ''},
        ${link?.videoType ?? null}::smallint, ${link?.videoUrl ?? null},
        ${link?.preview ? JSON.stringify(link.preview) : null}::jsonb
      from inserted_post
      where ${link !== null}
      returning id
    ),
    ${notificationCtes(
      member,
      sql`
        select ${target.id}::bigint, 'post_user', 'post', inserted_post.id, 0, '', 0::bigint
        from inserted_post
        where ${target.type === 'member' && target.id !== member.id}
        union all
        select friends.id, 'tagged', 'post', inserted_post.id, 1, '', 0::bigint
        from inserted_post, friends
        union all
        select m.id, 'mentioned', 'post', inserted_post.id, 2, '', 0::bigint
        from inserted_post, members m
        where m.status = 'active'
          and ${isReadableFor(target, sql`m.id`)}
          and lower(m.username) = any (${sql.param(mentioned)}::text[])
          and ${audience === 'friends' ? isFriendOf(member, sql`m.id`) : mentionable(member, sql`m.id`, { container })}`,
      { context: sql`select 'post', id from inserted_post`, isNew: true },
    )}
    select inserted_post.id, inserted_post.published_at::text as "publishedAt",
      (select id from link) as "attachmentId",
      (select json_agg(id order by position) from inserted_media) as "attachmentIds",
      (
        select json_agg(
          ${memberCardJson(sql`friends`)} order by position
        )
        from friends
      ) as tags,
      ${body.includes('@') ? mentionsIn(member, sql`${body}::text`) : sql`null`} as mentions
    from inserted_post`);
  await enqueueNewPost(tx, target, { postId: Number(row!.id), actorId: member.id });
  const attachmentId = row!.attachmentId;
  if (attachmentId !== null) await enqueueLinkPreview(tx, attachmentId, uri);
  return postView(
    {
      ...newRow(member, row!, { type, body, target }),
      isPaid,
      feelingParent: feeling?.parent.id ?? null,
      feelingChild: feeling?.child.id ?? null,
      tags: row!.tags,
      mentions: row!.mentions,
      attachments: [
        ...media.map((one, position) => toAttachmentRow(one, row!.attachmentIds![position]!)),
        ...(link && attachmentId !== null ? [{ ...link, ...bare, id: attachmentId }] : []),
      ],
    },
    { viewer: member, origin },
  );
}

import type { SQL } from 'drizzle-orm';
import { commentCount, newestComment } from '#domains/comments/comment-rows.server.ts';
import type { CommentRow } from '#domains/comments/comments.views.server.ts';
import type { ItemRow } from '#domains/lightbox/lightbox.views.server.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { pictureJson } from '#domains/media/picture-json.server.ts';
import type { VideoRow } from '#domains/media/videos/videos.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import type { MentionRow } from '#domains/mentions/mentions.server.ts';
import { isMutedBy } from '#domains/notifications/mute/mute.server.ts';
import { composedForMembers, visibleAuthor } from '#domains/policy/audience.server.ts';
import { avatarFor } from '#domains/policy/profile-audience.server.ts';
import type { SqlViewer, Viewer } from '#domains/policy/viewer.ts';
import { isSavedBy } from '#domains/posts/saved/saved.server.ts';
import type { SharedContainer, SharedType } from '#domains/posts/share/shared-containers.server.ts';
import { myReaction, reactionCounts } from '#domains/reactions/reactions.server.ts';
import type { ReactionCounts } from '#domains/reactions/reactions.views.server.ts';
import { db, type Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { factColumns, isModeratedBy } from './post-facts.server.ts';
import { addOwnParts, addParts, type SelectedRow } from './post-parts.server.ts';
import type { PostAudience, PostFacts } from './posts.rules.ts';
import type { AttachmentType, LinkPreview } from './posts.table.ts';
import { visibleTo } from './visibility.server.ts';

export interface AttachmentRow {
  id: number;
  type: AttachmentType;
  mediaId: number | null;
  targetId: number | null;
  title: string;
  body: string;
  uri: string;
  videoType: number | null;
  videoUrl: string | null;
  preview: LinkPreview | null;
  picture: PictureRow | null;
  /** An uploaded video. */
  video: VideoRow | null;
}

/** The wall or container of a post. */
export interface WallCard {
  title: string;
  avatar: string | null;
}

/** A post as the database returns it: only what this viewer may see. */
export interface PostRow extends PostFacts {
  id: number;
  type: string;
  subjectId: number;
  body: string;
  audience: PostAudience;
  isPaid: boolean;
  publishedAt: string;
  editedAt: string | null;
  feelingParent: number | null;
  feelingChild: number | null;
  sharedType: SharedType | null;
  sharedId: number | null;
  /** Album of an activity post about photos. */
  albumId: number | null;
  /** The item that its activity is about, as the definition of its type selects it. */
  item: unknown;
  /** The wall of somebody else, or the container; null on the author's own wall. */
  wall: WallCard | null;
  /** Name and picture of the author, or of the page in whose name it is. */
  displayname: string;
  username: string;
  avatar: string | null;
  /** The member who wrote it in the name of a page, for its staff alone; else null. */
  writer: { id: number; displayname: string } | null;
  counts: ReactionCounts | null;
  mine: number | null;
  /** Whether the viewer has saved it. */
  isSaved: boolean;
  isMuted: boolean;
  isPinned: boolean;
  comments: number;
  /** Up to `maxShares`. */
  shares: number;
  preview: CommentRow | null;
  attachments: AttachmentRow[] | null;
  tags: MemberCard[] | null;
  mentions: MentionRow[] | null;
  /** The original of a share, null if the viewer may not see it. */
  shared: PostRow | null;
  /** The photo or video of a share, null if the viewer may not see it. */
  sharedMedia: ItemRow | null;
  /** The page, group or event of a share, null if the viewer may not know of it. */
  sharedContainer: SharedContainer | null;
}

const postType = sql`'post'::subject_type`;

const attachmentsOf = sql`
  (
    select json_agg(
      json_build_object(
        'id', at.id, 'type', at.type, 'mediaId', at.media_id, 'targetId', at.target_id, 'title',
        at.title, 'body', at.body, 'uri', at.uri, 'videoType', at.video_type, 'videoUrl',
        at.video_url, 'preview', at.preview, 'picture',
        case when pic.kind = 'photo'
          or pic.poster_hash is not null then ${pictureJson(sql`pic`)} end,
        'video',
        case
          when pic.kind = 'video' then json_build_object(
            'width', pic.width, 'height', pic.height, 'details', pic.details
          )
        end
      )
      order by at.type = 'link', at.position, at.id
    )
    from attachments at
    left join media pic on pic.id = coalesce(
      at.media_id, case when at.type = 'photo' then at.target_id end
    )
    where at.post_id = p.id
  )`;

const wallCard = (viewer: SqlViewer): SQL => sql`
  case
    when c.id is not null then json_build_object('title', c.title, 'avatar', c.avatar)
    when p.object_id <> p.author_id then (
      select json_build_object('title', m.displayname, 'avatar', ${avatarFor(viewer, sql`m`)})
      from members m
      where m.id = p.object_id
    )
  end`;

/** Reads the originals of shares that the viewer may see, whose audience decides: if there are any. */
async function addOriginals(viewer: Viewer, rows: PostRow[], on: Tx): Promise<void> {
  const shares = rows.filter(({ sharedType, sharedId }) => sharedType === 'post' && sharedId);
  if (!shares.length) return;
  const ids = sql.param(shares.map(({ sharedId }) => sharedId));
  const page = sql`select * from posts where id = any (${ids}::bigint[]) and ${visibleTo(viewer)}`;
  const originals = await selectRows(viewer, page, on);
  // How often they are shared is not shown.
  for (const row of originals) row.isShared = false;
  await addOwnParts(viewer, originals, on);
  for (const row of originals) row.shares = 0;
  for (const row of shares) row.shared = originals.find(({ id }) => id === row.sharedId) ?? null;
}

/** Selects the posts of `page`. */
const rowsOf = (withPreview: boolean) =>
  composedForMembers(
    (viewer, page: SQL) => sql`
    with p as materialized (${page})
    select p.id, p.type, ${factColumns(viewer, sql`p`, sql`own.is_moderated`)},
      p.subject_id as "subjectId", p.is_paid as "isPaid", p.body, ${wallCard(viewer)} as wall, p.published_at::text as "publishedAt",
      p.edited_at::text as "editedAt", p.feeling_parent as "feelingParent",
      p.feeling_child as "feelingChild",
      p.shared_type as "sharedType", p.shared_id as "sharedId",
      p.album_id as "albumId", null as item,
      coalesce(p.item_id, p.album_id, p.friend_id) is not null as "hasItem",
      author.displayname, author.username, ${avatarFor(viewer, sql`author`)} as avatar,
      case
        when p.subject_type <> 'member'
          and own.is_moderated
          and ${visibleAuthor(viewer, sql`author.id`, sql`author.status`)}
          then json_build_object('id', author.id, 'displayname', author.displayname)
      end as writer,
      ${reactionCounts(viewer, postType, sql`p.id`)} as counts,
      ${myReaction(viewer, postType, sql`p.id`)} as mine,
      ${isSavedBy(viewer, sql`p.id`)} as "isSaved",
      ${isMutedBy(viewer, 'post', sql`p.id`)} as "isMuted", p.pinned_at is not null as "isPinned",
      ${commentCount(viewer, postType, sql`p.id`)} as comments,
      0 as shares,
      p.shared_id is null and exists (
        select from posts share where share.shared_type = 'post' and share.shared_id = p.id
      ) as "isShared",
      ${withPreview ? newestComment(viewer, postType, sql`p.id`) : sql`null::json`} as preview,
      case when p.attachment_count > 0 then ${attachmentsOf} end as attachments,
      null as tags, p.tag_count > 0 as "isTagged", null as mentions, null as shared, null as "sharedMedia",
      null as "sharedContainer"
    from p
    join members author on author.id = p.author_id
    left join containers c on c.type = p.object_type and c.id = p.object_id
    cross join lateral (select ${isModeratedBy(viewer, sql`p`)} as is_moderated) own
    order by p.sort_key desc`,
  );

const rowsWithPreview = rowsOf(true);
const rowsWithoutPreview = rowsOf(false);

async function selectRows(
  viewer: Viewer,
  page: SQL,
  on: Tx,
  statement = rowsWithoutPreview,
): Promise<SelectedRow[]> {
  const rows = await on.execute<SelectedRow>(statement(viewer, page));
  // A post in the name of a page shows the page; its writer only to the staff.
  for (const row of rows)
    if (row.subjectType !== 'member' && row.wall) {
      const { title: displayname, avatar } = row.wall;
      Object.assign(row, { displayname, avatar, username: '' });
    }
  return rows;
}

/**
 * Reads the posts that `page` selects with everything shown of them, newest first. `page` selects
 * `posts.*` of visible posts, limited.
 * @param options.on the transaction of the caller, if there is one
 */
export async function readPostRows(
  viewer: Viewer,
  page: SQL,
  { withPreview = true, on = db }: { withPreview?: boolean; on?: Tx } = {},
): Promise<PostRow[]> {
  const statement = withPreview ? rowsWithPreview : rowsWithoutPreview;
  const rows = await selectRows(viewer, page, on, statement);
  await Promise.all([addParts(viewer, rows, on), addOriginals(viewer, rows, on)]);
  return rows;
}

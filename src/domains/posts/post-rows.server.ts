import { sql, type SQL } from 'drizzle-orm';
import type { MemberCard } from '#domains/auth/members.views.server.ts';
import { commentCount, newestComment } from '#domains/comments/comment-rows.server.ts';
import type { CommentRow } from '#domains/comments/comments.views.server.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { myReaction, reactionCounts } from '#domains/reactions/reactions.server.ts';
import type { ReactionCounts } from '#domains/reactions/reactions.views.server.ts';
import { db } from '#server/db.ts';
import type { PostFacts } from './posts.rules.ts';
import type { LinkPreview } from './posts.table.ts';
import { visibleTo } from './visibility.server.ts';

export interface AttachmentRow {
  id: number;
  type: 'album_photo' | 'video' | 'core_link' | 'activity_action' | 'sitepage_page' | 'group' | 'event';
  targetId: number | null;
  title: string;
  body: string;
  uri: string;
  videoType: number | null;
  videoUrl: string | null;
  preview: LinkPreview | null;
  picture: PictureRow | null;
}

/** A post as the database gives it; everything in it is what this viewer may see. */
export interface PostRow extends PostFacts {
  id: number;
  type: string;
  subjectType: string;
  subjectId: number;
  body: string;
  audience: Audience;
  publishedAt: string;
  editedAt: string | null;
  feelingParent: number | null;
  feelingChild: number | null;
  sharedType: string | null;
  sharedId: number | null;
  displayname: string;
  username: string;
  avatar: string | null;
  counts: ReactionCounts | null;
  mine: number | null;
  comments: number;
  preview: CommentRow | null;
  attachments: AttachmentRow[] | null;
  tags: MemberCard[] | null;
  /** The original of a share, or null where there is none for this viewer. */
  shared: PostRow | null;
}

const postType = sql`'activity_action'::subject_type`;

const attachmentsOf = sql`(select json_agg(json_build_object(
    'id', at.id, 'type', at.type, 'targetId', at.target_id, 'title', at.title, 'body', at.body, 'uri', at.uri,
    'videoType', at.video_type, 'videoUrl', at.video_url, 'preview', at.preview,
    'picture', case when pic.id is not null then json_build_object('id', pic.id, 'width', pic.width, 'height', pic.height,
      'widths', pic.widths, 'placeholder', pic.placeholder, 'alt', pic.alt) end) order by at.position, at.id)
  from attachments at left join media pic on pic.id = at.media_id where at.post_id = p.id)`;

const tagsOf = (viewer: Viewer) => sql`(select json_agg(json_build_object(
    'id', m.id, 'displayname', m.displayname, 'username', m.username, 'avatar', m.avatar) order by tag.position, tag.member_id)
  from post_tags tag join members m on m.id = tag.member_id where tag.post_id = p.id and ${visibleAuthor(viewer, sql`tag.member_id`)})`;

/**
 * Everything about the posts that `page` selects, in one statement however many they are, and one more for the originals
 * of shares where there are any. `page` selects `posts.*` of visible posts and has the limit in it.
 */
export async function readPostRows(viewer: Viewer, page: SQL, { withPreview = true } = {}): Promise<PostRow[]> {
  const rows = await selectRows(viewer, page, withPreview);
  const sharedIds = [...new Set(rows.flatMap(({ sharedType, sharedId }) => (sharedType === 'activity_action' && sharedId !== null ? [sharedId] : [])))];
  if (!sharedIds.length) return rows;
  // Judged for this reader against the original: not for whom the share is meant.
  const originals = await selectRows(viewer, sql`select posts.* from posts where posts.id = any (${sql.param(sharedIds)}::bigint[]) and ${visibleTo(viewer)}`, false);
  const byId = new Map(originals.map((row) => [row.id, row]));
  for (const row of rows) if (row.sharedType === 'activity_action') row.shared = byId.get(row.sharedId!) ?? null;
  return rows;
}

async function selectRows(viewer: Viewer, page: SQL, withPreview: boolean): Promise<PostRow[]> {
  return db.execute<PostRow & Record<string, unknown>>(sql`
    with p as materialized (${page})
    select p.id, p.author_id as "authorId", p.type, p.subject_type as "subjectType", p.subject_id as "subjectId",
      p.object_type as "objectType", p.object_id as "objectId", p.body, p.audience, p.published_at::text as "publishedAt",
      p.edited_at::text as "editedAt", p.feeling_parent as "feelingParent", p.feeling_child as "feelingChild",
      p.can_comment as "canComment", p.can_share as "canShare", p.shared_type as "sharedType", p.shared_id as "sharedId",
      author.displayname, author.username, author.avatar,
      ${reactionCounts(viewer, postType, sql`p.id`)} as counts, ${myReaction(viewer, postType, sql`p.id`)} as mine,
      ${commentCount(viewer, postType, sql`p.id`)} as comments,
      ${withPreview ? newestComment(viewer, postType, sql`p.id`) : sql`null::json`} as preview,
      case when p.attachment_count > 0 then ${attachmentsOf} end as attachments,
      case when p.tag_count > 0 then ${tagsOf(viewer)} end as tags,
      null as shared
    from p join members author on author.id = p.author_id order by p.id desc`);
}

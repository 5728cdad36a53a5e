import type { SQL } from 'drizzle-orm';
import { commentCount } from '#domains/comments/comment-rows.server.ts';
import type { SqlViewer } from '#domains/policy/viewer.ts';
import { myReaction, reactionCounts } from '#domains/reactions/reactions.server.ts';
import type { ReactionCounts } from '#domains/reactions/reactions.views.server.ts';
import { sql } from '#server/sql.ts';

export interface AlbumAnswers {
  counts: ReactionCounts | null;
  mine: number | null;
  comments: number;
}

const albumType = sql`'album'::subject_type`;

/** Columns of `AlbumAnswers`: reactions to the album and comments on it that the viewer may see. */
export const albumAnswers = (viewer: SqlViewer, id: SQL): SQL => sql`
  ${reactionCounts(viewer, albumType, id)} as counts,
  ${myReaction(viewer, albumType, id)} as mine,
  ${commentCount(viewer, albumType, id)} as comments`;

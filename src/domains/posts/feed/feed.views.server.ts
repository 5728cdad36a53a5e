import { avatarAddress } from '#domains/members/members.views.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import type { PostRow } from '#domains/posts/post-rows.server.ts';
import { mayDeletePost } from '#domains/posts/posts.rules.ts';
import { postView, previewView } from '#domains/posts/posts.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import type { FeedPage, Join } from './feed.schema.ts';
import { maxJoins } from './joins.rules.ts';
import type { JoinRow } from './joins.server.ts';

const emptyPage: FeedPage = { data: [], comment_preview: [], maxid: 0, minid: 0, activityCount: 0 };

interface FeedPageContext {
  viewer: Viewer;
  origin: string;
  /** Time before the read, for members. */
  readAt: string;
}

const joinView = (row: JoinRow, { viewer, origin }: FeedPageContext): Join => ({
  action_id: row.id,
  user_id: row.authorId,
  displayname: row.displayname,
  image_icon: avatarAddress(row.avatar, origin),
  date: toWireTime(row.publishedAt),
  comment_count: row.comments,
  can_delete: mayDeletePost(viewer, { ...row, subjectType: 'member' }) ? 1 : 0,
});

/** @param joins who joined between these posts, if they are listed apart */
export function feedPageView(
  found: PostRow[],
  context: FeedPageContext,
  joins?: JoinRow[],
): FeedPage {
  const { readAt, ...view } = context;
  const lastJoin = joins?.at(-1);
  // So many joins end the page: the posts after them are on the next one.
  const rows = joins?.length === maxJoins ? found.slice(0, lastJoin!.position) : found;
  const ends: Array<{ id: number } | undefined> = [rows[0], rows.at(-1)];
  if (joins?.[0]?.position === 0) ends[0] = joins[0];
  if (lastJoin?.position === rows.length) ends[1] = lastJoin;
  const [newest, oldest] = ends;
  if (!newest || !oldest) return joins ? { ...emptyPage, joins: [] } : emptyPage;
  return {
    data: rows.map((row) => ({
      ...postView(row, view),
      ...(isMember(view.viewer) ? { read_at: readAt } : {}),
    })),
    comment_preview: rows.flatMap((row) => previewView(row, view) ?? []),
    ...(joins ? { joins: joins.map((join) => joinView(join, context)) } : {}),
    maxid: oldest.id - 1,
    minid: newest.id + 1,
    activityCount: rows.length + (joins?.length ?? 0),
  };
}

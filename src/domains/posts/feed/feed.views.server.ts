import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import type { PostRow } from '#domains/posts/post-rows.server.ts';
import { postView, previewView } from '#domains/posts/posts.views.server.ts';
import type { FeedPage } from './feed.schema.ts';

const emptyPage: FeedPage = { data: [], comment_preview: [], maxid: 0, minid: 0, activityCount: 0 };

interface FeedPageContext {
  viewer: Viewer;
  origin: string;
  /** Time before the read, for members. */
  readAt: string;
}

export function feedPageView(rows: PostRow[], { readAt, ...view }: FeedPageContext): FeedPage {
  if (!rows.length) return emptyPage;
  return {
    data: rows.map((row) => ({
      ...postView(row, view),
      ...(isMember(view.viewer) ? { read_at: readAt } : {}),
    })),
    comment_preview: rows.flatMap((row) => previewView(row, view) ?? []),
    maxid: rows.at(-1)!.id - 1,
    minid: rows[0]!.id + 1,
    activityCount: rows.length,
  };
}

import { and, eq } from 'drizzle-orm';
import { media } from '#domains/media/media.table.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { attachments, posts } from './posts.table.ts';
import { visibleTo } from './visibility.server.ts';

/** A picture of a post, for whoever may see that post. */
export async function findVisibleMedia(viewer: Viewer, id: number): Promise<{ contentHash: string; widths: number[] } | undefined> {
  const [found] = await db
    .select({ contentHash: media.contentHash, widths: media.widths })
    .from(media)
    .innerJoin(attachments, eq(attachments.mediaId, media.id))
    .innerJoin(posts, eq(posts.id, attachments.postId))
    .where(and(eq(media.id, id), visibleTo(viewer)))
    .limit(1);
  return found;
}

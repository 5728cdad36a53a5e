import { sql } from 'drizzle-orm';
import { imageView, videoAddress } from '#domains/media/media.views.server.ts';
import type { Tx } from '#server/db.ts';
import type { ReportedFile } from '#server/subjects.ts';
import type { StoryMedia } from './stories.views.server.ts';
import { isActive, mediaJson } from './story-rows.server.ts';

/** The picture or video of a reported story, until its day is over: then it is nobody's, moderators included. */
export async function reportedFiles(tx: Tx, id: number): Promise<ReportedFile[]> {
  const rows = await tx.execute<{ media: StoryMedia }>(sql`
    select ${mediaJson(sql`media`)} as media from stories join media on media.id = stories.media_id where stories.id = ${id} and ${isActive()}`);
  return rows.map(({ media: { mediaId, kind, picture } }) => {
    const { width = 0, height = 0, alt = '' } = picture ?? {};
    const image = picture ? imageView(picture, 960, '').src : '';
    return { kind, src: kind === 'photo' ? image : videoAddress(mediaId, ''), poster: kind === 'video' ? image : '', width, height, alt };
  });
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray, or } from 'drizzle-orm';
import { db } from '#server/db.ts';
import { makeVariants } from '#server/pictures/pictures.ts';
import { sql } from '#server/sql.ts';
import { workFolder } from '#server/uploads/work-folder.ts';
import { fetchBlob, storeBlob } from './blob-store.server.ts';
import { widthsFor } from './media.rules.ts';
import { media } from './media.table.ts';

/** The picture of a video is its poster. */
const shownHash = sql<string>`
  case ${media.kind} when 'video' then ${media.posterHash} else ${media.contentHash} end`;
const shownWidth = sql<number>`
  case ${media.kind}
    when 'video' then (${media.details} -> 'poster' ->> 'width')::int
    else ${media.width}
  end`;

/**
 * Creates the smaller variants of pictures that have none. Pages use them only when the row lists
 * them, which is written last, so an interrupted run can be repeated.
 */
export async function createVariants(mediaIds: number[], signal: AbortSignal): Promise<void> {
  const pictures = await db
    .selectDistinct({ hash: shownHash, width: shownWidth })
    .from(media)
    .where(
      and(
        inArray(media.id, mediaIds),
        sql`${media.variantWidths} = '{}'`,
        sql`${shownHash} is not null`,
      ),
    );
  for (const { hash, width } of pictures) {
    signal.throwIfAborted();
    await createVariantsOf(hash, widthsFor(width));
  }
}

async function createVariantsOf(hash: string, widths: number[]): Promise<void> {
  const folder = await workFolder();
  try {
    const input = join(folder.path, 'original.webp');
    if (!(await fetchBlob(hash, 'original.webp', input))) return;
    const made = join(folder.path, 'made');
    await mkdir(made);
    await makeVariants({ input, kind: 'webp', folder: made, widths });
    const files = widths.flatMap((width) =>
      (['avif', 'webp'] as const).map((type) => ({
        name: `${width}.${type}`,
        path: join(made, `${width}.${type}`),
        type: `image/${type}`,
      })),
    );
    await storeBlob(hash, files);
    await db
      .update(media)
      .set({ variantWidths: widths })
      .where(
        or(and(eq(media.kind, 'photo'), eq(media.contentHash, hash)), eq(media.posterHash, hash)),
      );
  } finally {
    await folder.remove();
  }
}

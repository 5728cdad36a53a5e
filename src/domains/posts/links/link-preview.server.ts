import { setTimeout as sleep } from 'node:timers/promises';
import { findEmbed } from '#domains/media/videos/embeds.ts';
import type { LinkPreview } from '#domains/posts/posts.table.ts';
import { db, type Tx } from '#server/db.ts';
import { httpError } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { findCachedFacts, isPreviewable, lookUpLink } from './link-lookup.server.ts';
import { copyPicture } from './link-picture.server.ts';
import type { LinkAnswer } from './link-preview.schema.ts';
import type { LinkFacts } from './link-preview.table.ts';
import { linkCardView } from './link-preview.views.server.ts';

export const linkPreviewQueue = 'link-preview';

/** Attachment row of a link: a video if it can be embedded, else a card. */
export interface LinkRow {
  type: 'link' | 'video';
  uri: string;
  videoType: number | null;
  videoUrl: string | null;
  title: string;
  body: string;
  preview: LinkPreview | null;
}

const toPreview = ({ title, description, siteName }: LinkFacts): LinkPreview => ({
  title,
  description,
  siteName,
});

/** The attachment of a link with the cached metadata, if any. Null without a link. */
export async function toLinkRow(tx: Tx, uri: string): Promise<LinkRow | null> {
  if (!uri) return null;
  const embed = findEmbed(uri);
  const facts = await findCachedFacts(uri, tx);
  return {
    type: embed ? 'video' : 'link',
    uri,
    videoType: embed?.type ?? null,
    videoUrl: embed?.player ?? null,
    title: facts?.title ?? '',
    body: facts?.description ?? '',
    preview: facts ? toPreview(facts) : null,
  };
}

/** Enqueues reading the page, so that posting neither waits for it nor fails with it. */
export async function enqueueLinkPreview(tx: Tx, attachmentId: number, uri: string): Promise<void> {
  if (isPreviewable(uri)) await enqueue(tx, linkPreviewQueue, { attachmentId });
}

/**
 * Job: reads the page of an attached link, stores its metadata and copies its picture. Triggers
 * clear the cached pages of the post.
 */
export async function previewLink({ attachmentId }: { attachmentId: number }): Promise<void> {
  const [row] = await db.execute<{ uri: string; ownerId: number }>(sql`
    select at.uri, p.author_id as "ownerId"
    from attachments at
    join posts p on p.id = at.post_id
    where at.id = ${attachmentId}
      and at.media_id is null`);
  if (!row) return;
  const facts = await lookUpLink(row.uri);
  if (!facts) return;
  await db.execute(sql`
    update attachments
    set title = ${facts.title}, body = ${facts.description},
      preview = ${JSON.stringify(toPreview(facts))}::jsonb
    where id = ${attachmentId}
      and preview is null`);
  const picture = facts.picture ? await copyPicture(row.ownerId, facts.picture) : null;
  // If the post was deleted meanwhile, the copy stays unattached and is pruned.
  if (picture)
    await db.execute(
      sql`
        update attachments
        set media_id = ${picture.id}
        where id = ${attachmentId}
          and media_id is null`,
    );
}

const timeout = 3_000;

/** Preview for the composer, within three seconds; a later answer is cached for the post. */
export async function readLink(uri: string): Promise<LinkAnswer> {
  const facts = await Promise.race([lookUpLink(uri), sleep(timeout, null, { ref: false })]);
  if (!facts) throw httpError('link_unreachable', 'This link cannot be previewed.');
  return linkCardView(uri, facts);
}

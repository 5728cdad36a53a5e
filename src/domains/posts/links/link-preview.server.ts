import { setTimeout as sleep } from 'node:timers/promises';
import { findEmbed } from '#domains/media/videos/embeds.ts';
import type { LinkPreview } from '#domains/posts/posts.table.ts';
import { db, type Tx } from '#server/db.ts';
import { refused } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { findKnownFacts, isPreviewable, lookUpLink } from './link-lookup.server.ts';
import { copyPicture } from './link-picture.server.ts';
import type { LinkAnswer } from './link-preview.schema.ts';
import type { LinkFacts } from './link-preview.table.ts';
import { linkCardView } from './link-preview.views.server.ts';

export const linkPreviewQueue = 'link-preview';

/** How a link hangs on its post: as a video where it may be framed, else as a card. */
export interface LinkRow {
  type: 'link' | 'video';
  uri: string;
  videoType: number | null;
  videoUrl: string | null;
  title: string;
  body: string;
  preview: LinkPreview | null;
}

const previewOf = ({ title, description, siteName }: LinkFacts): LinkPreview => ({
  title,
  description,
  siteName,
});

/**
 * With what is known of it already, as when its writer has looked at it while writing. Null where
 * there is no link.
 */
export async function linkRowOf(uri: string): Promise<LinkRow | null> {
  if (!uri) return null;
  const embed = findEmbed(uri);
  const facts = await findKnownFacts(uri);
  return {
    type: embed ? 'video' : 'link',
    uri,
    videoType: embed?.type ?? null,
    videoUrl: embed?.player ?? null,
    title: facts?.title ?? '',
    body: facts?.description ?? '',
    preview: facts ? previewOf(facts) : null,
  };
}

/** The rest comes in the background; the post never waits for it, and never fails because of it. */
export async function orderLinkPreview(tx: Tx, attachmentId: number, uri: string): Promise<void> {
  if (isPreviewable(uri)) await enqueue(tx, linkPreviewQueue, { attachmentId });
}

/**
 * The job: reads the page behind an attached link and writes down what it says, then copies its
 * picture. Kept pages of the post go by trigger.
 */
export async function previewLink({ attachmentId }: { attachmentId: number }): Promise<void> {
  const [row] = await db.execute<{ uri: string; ownerId: number }>(sql`
    select at.uri, p.author_id as "ownerId"
    from attachments at
    join posts p on p.id = at.post_id
    where at.id = ${attachmentId} and at.media_id is null`);
  if (!row) return;
  const facts = await lookUpLink(row.uri);
  if (!facts) return;
  await db.execute(sql`
    update attachments
    set title = ${facts.title}, body = ${facts.description},
      preview = ${JSON.stringify(previewOf(facts))}::jsonb
    where id = ${attachmentId} and preview is null`);
  const picture = facts.picture ? await copyPicture(row.ownerId, facts.picture) : null;
  // Where the post is gone meanwhile nothing holds the copy, and it goes too.
  if (picture)
    await db.execute(
      sql`
        update attachments
        set media_id = ${picture.id}
        where id = ${attachmentId} and media_id is null`,
    );
}

const patience = 3_000;

/**
 * For who is writing: what a link leads to, within three seconds. What comes later is there for the
 * post.
 */
export async function readLink(uri: string): Promise<LinkAnswer> {
  const facts = await Promise.race([lookUpLink(uri), sleep(patience, null, { ref: false })]);
  if (!facts) throw refused('link_unreachable', 'This link cannot be previewed.');
  return linkCardView(uri, facts);
}

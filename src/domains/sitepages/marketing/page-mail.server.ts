import { createHash } from 'node:crypto';
import type { Member } from '#domains/policy/viewer.ts';
import { readOpenPage } from '#domains/sitepages/one-page.server.ts';
import { pagePath } from '#domains/sitepages/page-paths.ts';
import { isolate } from '#lib/names.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { forbidden, HttpError } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { consume } from '#server/limits.ts';
import type { MailContent } from '#server/mail-page.ts';
import { sql } from '#server/sql.ts';

export const pageMailQueue = 'page-mail';

export interface PageMail {
  pageId: number;
  senderId: number;
  to: string;
  message: string;
}

/**
 * Whether the address got no mail about a page within a week; counts this one. It counts whatever the
 * page and the sender are: a member who recommends twenty pages would mail a stranger twenty times.
 */
async function isFirstMail(address: string): Promise<boolean> {
  const hash = createHash('sha256').update(address.toLowerCase()).digest('base64url');
  try {
    await consume(['pageMailTo', hash]);
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return false;
    throw error;
  }
}

/**
 * Recommends a page by mail, to each address that got none of these mails within a week. The answer is the same for every address:
 * it reveals neither accounts nor mails of others.
 * @param isCopied the sender gets one as well, at the address of the account
 */
export async function mailPage(
  member: Member,
  pageId: number,
  { to, message, isCopied }: { to: string[]; message: string; isCopied: boolean },
): Promise<void> {
  const page = await readOpenPage(member, pageId);
  // Names of pages that others may not know of are not mailed.
  if (page.state !== 'open' || (page.visibility !== 'everyone' && !page.isListed))
    throw forbidden('This page is not public, so it cannot be recommended by e-mail.');
  await consume(['invite', member.id, to.length]);
  const own = isCopied
    ? await db.execute<{ email: string }>(sql`select email from members where id = ${member.id}`)
    : [];
  const first = await Promise.all(to.map(isFirstMail));
  const addresses = [...to.filter((_, index) => first[index]), ...own.map(({ email }) => email)];
  await db.transaction(async (tx) => {
    for (const address of addresses)
      await enqueue(tx, pageMailQueue, { pageId, senderId: member.id, to: address, message });
  });
}

/** Null if the sender or the page is not what it was, or a block stands between the two members. */
export async function composePageMail({
  pageId,
  senderId,
  to,
  message,
}: PageMail): Promise<MailContent | null> {
  const [row] = await db.execute<{ name: string; title: string }>(sql`
    select sender.displayname as name, c.title
    from members sender
    join containers c on c.type = 'page' and c.id = ${pageId} and c.state = 'open'
    where sender.id = ${senderId}
      and sender.status = 'active'
      and (c.visibility = 'everyone' or c.is_listed)
      and not exists (
        select from members recipient
        join blocks b on (b.blocker_id, b.blocked_id) in (
          (recipient.id, sender.id), (sender.id, recipient.id)
        )
        where lower(recipient.email) = lower(${to})
      )`);
  if (!row) return null;
  const { SITE_NAME, PUBLIC_ORIGIN } = env();
  const name = isolate(row.name.replace(/\s+/g, ' '));
  const title = isolate(row.title.replace(/\s+/g, ' '));
  return {
    to,
    subject: `${name} recommends a page on ${SITE_NAME}`,
    paragraphs: [
      'Hello,',
      `${name} recommends the page ${title} on ${SITE_NAME}.`,
      ...(message ? [message] : []),
    ],
    button: { label: 'See the page', url: PUBLIC_ORIGIN + pagePath(pageId) },
    closing: 'If you do not know who this is, you can ignore this e-mail.',
  };
}

import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { isolate } from '#lib/names.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { invalid } from '#server/errors.ts';
import { addressKey } from '#server/http/client-address.ts';
import { withIdempotencyKey, type Creation } from '#server/idempotency.ts';
import { enqueue } from '#server/jobs.ts';
import { consumeIn } from '#server/limits.ts';
import type { MailContent } from '#server/mail-page.ts';
import { sql } from '#server/sql.ts';
import type { Contact } from './contact.schema.ts';

export const contactQueue = 'contact-mail';

const noKey: Creation = { memberId: 0, call: '', key: undefined, inputHash: Buffer.alloc(0) };

export interface OwnAddress extends Record<string, unknown> {
  name: string;
  email: string;
}

export async function readOwnAddress(viewer: Viewer): Promise<OwnAddress | undefined> {
  if (!isMember(viewer)) return undefined;
  const [row] = await db.execute<OwnAddress>(
    sql`select displayname as name, email from members where id = ${viewer.id}`,
  );
  return row;
}

/** Details of the request; a screen without script sends no key. */
export interface ContactRequest {
  address: string;
  creation?: Creation;
}

/** Stores the message once per Idempotency-Key, and mails it to each administrator. */
export async function sendContact(
  viewer: Viewer,
  { name, email, body }: Contact,
  { address, creation = noKey }: ContactRequest,
): Promise<void> {
  const own = await readOwnAddress(viewer);
  const from = { name: name || own?.name, email: email ?? own?.email };
  const missing = (['name', 'email'] as const).filter((field) => !from[field]);
  if (missing.length)
    throw invalid(
      Object.fromEntries(missing.map((field) => [field, 'Please fill in this field.'])),
    );
  await withIdempotencyKey(creation, async (tx) => {
    await consumeIn(tx, ['contact', isMember(viewer) ? viewer.id : addressKey(address)]);
    const [row] = await tx.execute<{ id: number }>(sql`
      insert into contact_messages (member_id, name, email, body)
      values (${isMember(viewer) ? viewer.id : null}, ${from.name}, ${from.email}, ${body})
      returning id`);
    const admins = await tx.execute<{ id: number }>(
      sql`
        select id
        from members
        where role = 'admin'
          and status = 'active'
        order by id
        limit 20`,
    );
    for (const { id } of admins)
      await enqueue(tx, contactQueue, { messageId: row!.id, adminId: id });
    return null;
  });
}

export async function composeContact({
  messageId,
  adminId,
}: {
  messageId: number;
  adminId: number;
}): Promise<MailContent | null> {
  const [row] = await db.execute<{ to: string; name: string; email: string; body: string }>(sql`
    select a.email as "to", c.name, c.email, c.body from contact_messages c, members a
    where c.id = ${messageId}
      and a.id = ${adminId}
      and a.status = 'active'
      and a.role = 'admin'`);
  if (!row) return null;
  return {
    to: row.to,
    subject: `Message from ${isolate(row.name)}`,
    paragraphs: [`${isolate(row.name)} (${row.email}) wrote:`, ...row.body.split(/\n{2,}/)],
    closing: `Sent with the contact form of ${env().SITE_NAME}. Reply to ${row.email}.`,
  };
}

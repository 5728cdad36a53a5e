import type { Receipts } from '#domains/messages/messages.schema.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** Reads whether others see the member typing and the member's read receipts. */
export async function readReceiptSettings(member: Member): Promise<Receipts> {
  const [row] = await db.execute<{ typing: boolean; reading: boolean }>(sql`
    select shows_typing as typing, shows_read_receipts as reading
    from member_settings
    where member_id = ${member.id}`);
  return { typing: row?.typing === false ? 0 : 1, reading: row?.reading === false ? 0 : 1 };
}

export async function saveReceiptSettings(
  member: Member,
  { typing, reading }: { typing: number; reading: number },
): Promise<void> {
  await db.execute(sql`
    insert into member_settings (member_id, shows_typing, shows_read_receipts)
    values (${member.id}, ${typing === 1}, ${reading === 1})
    on conflict (member_id)
    do update set shows_typing = excluded.shows_typing,
      shows_read_receipts = excluded.shows_read_receipts`);
}

import type { Receipts } from '#domains/messages/messages.schema.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { upsertRow } from '#server/rows.ts';
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
  await upsertRow(
    db,
    'member_settings',
    { memberId: member.id },
    {
      showsTyping: typing === 1,
      showsReadReceipts: reading === 1,
    },
  );
}

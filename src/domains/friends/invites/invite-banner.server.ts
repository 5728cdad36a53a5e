import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** Hides the banner for the member on all devices. */
export async function dismissInviteBanner(member: Member): Promise<void> {
  await db.execute(sql`
    insert into member_settings (member_id, hides_invite_banner)
    values (${member.id}, true)
    on conflict (member_id) do update set hides_invite_banner = true`);
}

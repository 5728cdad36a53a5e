import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { notificationCtes } from './create-notification.server.ts';

/** The first notification of a new member. It leads to the own profile with the next steps. */
export async function welcomeMember(tx: Tx, memberId: number): Promise<void> {
  const member = viewerFromColumn(sql`${memberId}::bigint`);
  await tx.execute(sql`
    with ${notificationCtes(
      member,
      sql`
      select ${memberId}::bigint, 'welcome', 'member', ${memberId}::bigint, 1, '', 0::bigint`,
      { isToActor: true },
    )}
    select 1`);
}

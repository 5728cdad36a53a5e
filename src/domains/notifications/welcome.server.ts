import { sql } from 'drizzle-orm';
import { onMemberActivated } from '#domains/auth/member-activated.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { notificationCtes } from './create-notification.server.ts';

/** The first thing in an empty list. It leads to the own profile, where the next steps are. */
onMemberActivated(async (tx, memberId) => {
  const member = viewerFromColumn(sql`${memberId}::bigint`);
  await tx.execute(sql`
    with ${notificationCtes(
      member,
      sql`
      select ${memberId}::bigint, 'welcome', 'user', ${memberId}::bigint, 1, '', 0::bigint`,
      { isToActor: true },
    )}
    select 1`);
});

import { sql } from 'drizzle-orm';
import { whenJoined } from '#domains/auth/new-members.server.ts';
import { memberIn } from '#domains/policy/audience.server.ts';
import { tell } from './tell.server.ts';

/** The first thing in an empty list. It leads to the own profile, where the next steps are. */
whenJoined(async (tx, memberId) => {
  const member = memberIn(sql`${memberId}::bigint`);
  await tx.execute(sql`
    with ${tell(
      member,
      sql`
      select ${memberId}::bigint, 'welcome', 'user', ${memberId}::bigint, 1, '', 0::bigint`,
      { isToActor: true },
    )}
    select 1`);
});

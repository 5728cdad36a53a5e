import type { SQL } from 'drizzle-orm';
import { composedOnce } from '#domains/policy/audience.server.ts';
import type { Member, SqlMember } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import type { Badges } from './notifications.schema.ts';
import { countUnread, unreadKinds } from './notifications.server.ts';
import { badgesView, type BadgeCounts } from './notifications.views.server.ts';

export type BadgeName = Exclude<keyof BadgeCounts, 'notifications'>;

declare module '#server/domain.ts' {
  interface Domain {
    /** Selects the member's pending items as an `integer`. */
    badges?: Partial<Record<BadgeName, (member: SqlMember) => SQL>>;
  }
}

const selectBadges = composedOnce((member) => {
  const all = [...entriesOf('badges')].map(
    ([name, count]) => sql`${count!(member)} as ${sql.identifier(name)}`,
  );
  return sql`select ${sql.join([...all, sql`${unreadKinds(member)} as "unreadKinds"`], sql`, `)}`;
});

type Row = Partial<Record<BadgeName, number>> & { unreadKinds: number[] };

/**
 * All counts of the header: those of the unread notifications, by their kinds, after the others.
 * Exact numbers: the client shows at most 99.
 */
export async function readBadges(member: Member): Promise<Badges> {
  const [row] = await db.execute<Row & Record<string, unknown>>(selectBadges(member));
  const { unreadKinds: kinds, ...counts } = row!;
  const none = { friendRequests: 0, messages: 0, reports: 0, submissions: 0, ads: 0 };
  return badgesView({ ...none, ...counts, notifications: await countUnread(member, kinds) });
}

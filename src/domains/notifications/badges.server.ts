import type { SQL } from 'drizzle-orm';
import { composedOnce } from '#domains/policy/audience.server.ts';
import type { Member, SqlMember } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import type { Badges } from './notifications.schema.ts';
import { countVisible, unreadCandidatesJson } from './notifications.server.ts';
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
  return sql`select ${sql.join([...all, sql`${unreadCandidatesJson(member)} as unread`], sql`, `)}`;
});

type Row = Partial<Record<BadgeName, number>> & { unread: Parameters<typeof countVisible>[1] };

/**
 * All counts of the header: that of the unread notifications after the others.
 * Exact numbers: the client shows at most 99.
 */
export async function readBadges(member: Member): Promise<Badges> {
  const [row] = await db.execute<Row & Record<string, unknown>>(selectBadges(member));
  const { unread, ...counts } = row!;
  const none = { friendRequests: 0, messages: 0, reports: 0, submissions: 0, ads: 0 };
  return badgesView({ ...none, ...counts, notifications: await countVisible(member, unread) });
}

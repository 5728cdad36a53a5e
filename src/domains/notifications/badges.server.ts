import { createHash } from 'node:crypto';
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

interface KeptCount {
  /** Digest of the unread notifications and of all that counts besides what they are about. */
  candidates: string;
  count: number;
  /** By `performance.now()`. */
  countedAt: number;
}

const keptFor = 10_000;
const maxKept = 5_000;
const keptCounts = new Map<number, KeptCount>();

/**
 * The number of visible ones of the same unread notifications is kept for ten seconds, because every
 * screen shows it: it may count one whose item has been hidden since (security.md section 2).
 */
async function countUnread(member: Member, unread: Row['unread']): Promise<number> {
  if (!unread?.length || member.preview) return countVisible(member, unread);
  const candidates = createHash('sha256')
    .update(JSON.stringify([member.role, unread]))
    .digest('base64');
  const kept = keptCounts.get(member.id);
  if (kept?.candidates === candidates && performance.now() - kept.countedAt < keptFor)
    return kept.count;
  const countedAt = performance.now();
  const count = await countVisible(member, unread);
  keptCounts.delete(member.id);
  keptCounts.set(member.id, { candidates, count, countedAt });
  if (keptCounts.size > maxKept) keptCounts.delete(keptCounts.keys().next().value!);
  return count;
}

type Row = Partial<Record<BadgeName, number>> & { unread: Parameters<typeof countVisible>[1] };

/**
 * All counts of the header: that of the unread notifications after the others.
 * Exact numbers: the client shows at most 99.
 */
export async function readBadges(member: Member): Promise<Badges> {
  const [row] = await db.execute<Row & Record<string, unknown>>(selectBadges(member));
  const { unread, ...counts } = row!;
  const none = { friendRequests: 0, messages: 0, reports: 0, submissions: 0, ads: 0 };
  return badgesView({ ...none, ...counts, notifications: await countUnread(member, unread) });
}

import { userLiteView, type MemberCard } from '#domains/members/members.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import type { BlockList } from './policy.schema.ts';

export interface BlockedRow extends MemberCard {
  blockedAt: string;
}

export const blockedView = (row: BlockedRow, origin: string): BlockList['response'][number] => ({
  ...userLiteView(row, origin),
  block_date: toWireTime(row.blockedAt),
});

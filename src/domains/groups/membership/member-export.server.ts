import { writeAuditEntry } from '#domains/containers/staff.server.ts';
import { roleLabels } from '#domains/groups/groups.rules.ts';
import { groupRef, readGroupAsStaff } from '#domains/groups/one-group.server.ts';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { csvLines, toCsv, type CsvRow } from '#lib/csv.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { consumeIn } from '#server/limits.ts';
import { sql } from '#server/sql.ts';

const batchSize = 5_000;
const columns = ['Name', 'Address', 'Role', 'Title', 'Joined'];

interface MemberRow extends Record<string, unknown> {
  id: number;
  displayname: string;
  role: number;
  title: string;
  joined: string;
  joinedAt: string;
}

const readBatch = (member: Member, groupId: number, after: MemberRow | undefined) =>
  db.execute<MemberRow>(sql`
    select m.id::float8 as id, m.displayname, ms.role, ms.title,
      to_char(ms.joined_at at time zone 'UTC', 'YYYY-MM-DD') as joined,
      ms.joined_at::text as "joinedAt"
    from memberships ms
    join members m on m.id = ms.member_id
    where ms.type = 'group'
      and ms.id = ${groupId}
      and ms.state = 'member'
      and (ms.joined_at, ms.member_id) > (
        ${after?.joinedAt ?? '-infinity'}::timestamptz, ${after?.id ?? 0}::bigint
      )
      and ${visibleCard(member, sql`m.id`, sql`m.status`)}
    order by ms.joined_at, ms.member_id
    limit ${batchSize}`);

const toCells = ({ id, displayname, role, title, joined }: MemberRow): CsvRow => [
  displayname,
  `${env().PUBLIC_ORIGIN}/profile/${id}`,
  roleLabels[role] ?? '',
  title,
  joined,
];

/**
 * The members of a group as CSV, for its staff, once a day and with an entry in its log; without
 * e-mail addresses. Read in batches while it is sent.
 */
export async function exportMembers(member: Member, groupId: number): Promise<ReadableStream> {
  await readGroupAsStaff(member, groupId);
  await db.transaction(async (tx) => {
    await consumeIn(tx, ['memberExport', `${member.id}:${groupId}`]);
    await writeAuditEntry(tx, groupRef(groupId), member.id, { action: 'export_members' });
  });
  let last: MemberRow | undefined;
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(toCsv([columns]))),
    pull: async (controller) => {
      const rows = await readBatch(member, groupId, last);
      if (rows.length) controller.enqueue(encoder.encode(csvLines(rows.map(toCells))));
      last = rows.at(-1);
      if (rows.length < batchSize) controller.close();
    },
  });
}

import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { changeAsEditor, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { csvLines, toCsv, type CsvRow } from '#lib/csv.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { HttpError } from '#server/errors.ts';
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

/**
 * Notes in the log of the container that staff who may edit it downloads something as CSV: each once
 * a day, also of an archive.
 * @param itemId of an item of the container, each of which has a file of its own
 */
export const recordDownload = (
  member: Member,
  ref: ContainerRef,
  action: 'export_members' | 'export_numbers',
  itemId = ref.id,
): Promise<void> =>
  changeAsEditor(
    member,
    ref,
    async ({ tx }) => {
      const key = `${member.id}:${ref.type}:${itemId}:${action}`;
      await consumeIn(tx, ['containerExport', key]).catch((error: unknown) => {
        if (!(error instanceof HttpError) || error.status !== 429) throw error;
        const text = 'You have already downloaded this today. You can do so once a day.';
        throw new HttpError('too_many_requests', text, error.retryAfter);
      });
      await writeAuditEntry(tx, ref, member.id, { action });
    },
    { whileArchived: true },
  );

const readBatch = (member: Member, { type, id }: ContainerRef, after: MemberRow | undefined) =>
  db.execute<MemberRow>(sql`
    select m.id::float8 as id, m.displayname, ms.role, ms.title,
      to_char(ms.joined_at at time zone 'UTC', 'YYYY-MM-DD') as joined,
      ms.joined_at::text as "joinedAt"
    from memberships ms
    join members m on m.id = ms.member_id
    where ms.type = ${type}
      and ms.id = ${id}
      and ms.state = 'member'
      and (ms.joined_at, ms.member_id) > (
        ${after?.joinedAt ?? '-infinity'}::timestamptz, ${after?.id ?? 0}::bigint
      )
      and ${visibleCard(member, sql`m.id`, sql`m.status`)}
    order by ms.joined_at, ms.member_id
    limit ${batchSize}`);

/**
 * The members of a container as CSV, for staff who may edit it, without e-mail addresses. Read in
 * batches while it is sent.
 */
export async function exportMembers(
  member: Member,
  ref: ContainerRef,
  roleLabels: Record<number, string>,
): Promise<ReadableStream> {
  await recordDownload(member, ref, 'export_members');
  const toCells = ({ id, displayname, role, title, joined }: MemberRow): CsvRow => [
    displayname,
    `${env().PUBLIC_ORIGIN}/profile/${id}`,
    roleLabels[role] ?? '',
    title,
    joined,
  ];
  let last: MemberRow | undefined;
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(toCsv([columns]))),
    pull: async (controller) => {
      const rows = await readBatch(member, ref, last);
      if (rows.length) controller.enqueue(encoder.encode(csvLines(rows.map(toCells))));
      last = rows.at(-1);
      if (rows.length < batchSize) controller.close();
    },
  });
}

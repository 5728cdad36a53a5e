import type { SQL } from 'drizzle-orm';
import { changeContainer, type ContainerRef } from '#domains/containers/container-lock.server.ts';
import {
  newOccasion,
  notificationCtes,
} from '#domains/notifications/create-notification.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { isModerator, type Member } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

// A container whose owner's account has ended, and that nobody took over, is in the custody of the
// site: archived until a moderator of the site offers it to one of its members, who accepts.

const notifiedMembers = 5;
const shownCandidates = 10;

/** Notifies the moderators of the site, and the members of longest standing. */
export const notifyOfCustody = (tx: Tx, { type, id }: ContainerRef) =>
  tx.execute(sql`
    with ${notificationCtes(
      viewerFromColumn(sql`0::bigint`),
      sql`
        select recipient.id, 'container_ownerless', ${type}::text, ${id}::bigint, 1, ${newOccasion()}
        from (
          select m.id from members m where m.role in ('moderator', 'admin') and m.status = 'active'
          union
          (
            select m.id
            from memberships ms
            join members m on m.id = ms.member_id and m.status = 'active'
            where ms.type = ${type} and ms.id = ${id} and ms.state = 'member'
            order by ms.joined_at, ms.member_id
            limit ${notifiedMembers}
          )
        ) recipient`,
      {
        isFromSite: true,
        // They may read it: as members, or as moderators of the site.
        isNew: true,
        context: sql`select ${type}::text, ${id}::bigint`,
      },
    )}
    select 1`);

/** A member volunteers to own a container in custody, or no longer does; forbidden to others. */
export const volunteer = (member: Member, ref: ContainerRef, isVolunteer: boolean): Promise<void> =>
  changeContainer(member, ref, async ({ tx, container, membership }) => {
    const { type, id, ownerId } = container;
    if (ownerId !== null || membership?.state !== 'member') throw forbidden();
    await tx.execute(sql`
      update memberships
      set volunteered_at = ${isVolunteer ? now() : sql`null`}
      where type = ${type} and id = ${id} and member_id = ${member.id}`);
  });

/** A member of a container in custody, to whom a moderator of the site may offer it. */
export interface Candidate extends Record<string, unknown> {
  id: number;
  displayname: string;
  isVolunteer: boolean;
}

export interface Custody {
  isMember: boolean;
  isVolunteer: boolean;
  /** Volunteers first, then by their time of joining; empty for all but moderators of the site. */
  candidates: Candidate[];
}

/** The state of a container in custody, as the member may know it. */
export async function readCustody(member: Member, { type, id }: ContainerRef): Promise<Custody> {
  const candidates = (condition: SQL, order: SQL) => sql`
    (
      select m.id, m.displayname, other.volunteered_at is not null as "isVolunteer"
      from memberships other
      join members m on m.id = other.member_id and m.status = 'active'
      where ${isModerator(member)}
        and other.type = ${type}
        and other.id = ${id}
        and other.state = 'member'
        and ${condition}
      order by ${order}
      limit ${shownCandidates}
    )`;
  const [row] = await db.execute<
    Omit<Custody, 'candidates'> & { candidates: Candidate[] | null }
  >(sql`
    select ms.member_id is not null as "isMember", ms.volunteered_at is not null as "isVolunteer",
      (
        select json_agg(candidate)
        from (
          ${candidates(sql`other.volunteered_at is not null`, sql`other.volunteered_at`)}
          union all
          ${candidates(sql`other.volunteered_at is null`, sql`other.joined_at, other.member_id`)}
          limit ${shownCandidates}
        ) candidate
      ) as candidates
    from (select) one
    left join memberships ms on ms.type = ${type}
      and ms.id = ${id}
      and ms.member_id = ${member.id}
      and ms.state = 'member'`);
  return { ...row!, candidates: row!.candidates ?? [] };
}

/** Containers in custody, for the moderators of the site. */
export async function listCustody(
  member: Member,
): Promise<Array<{ type: ContainerType; id: number; title: string; volunteers: number }>> {
  if (!isModerator(member)) throw notFound();
  return db.execute(sql`
    select c.type, c.id::float8 as id, c.title,
      (
        select count(*)::int
        from memberships ms
        where ms.type = c.type and ms.id = c.id and ms.volunteered_at is not null
      ) as volunteers
    from containers c
    where c.owner_id is null and c.state = 'archived'
    order by c.archived_at desc, c.type, c.id
    limit 100`);
}

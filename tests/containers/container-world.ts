import { setTimeout } from 'node:timers/promises';
import type { Role } from '#domains/containers/container-access.rules.ts';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import {
  createContainer,
  type NewContainer,
} from '#domains/containers/ownership/ownership.server.ts';
import { setOf } from '#domains/lightbox/lightbox-sets.server.ts';
import { readItems } from '#domains/lightbox/lightbox.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { db, type Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export type ContainerOptions = Partial<NewContainer> & { type?: string };

/** Creates a container as its kind would, without details. */
export async function addContainer(
  owner: Member,
  { type = 'group', title = 'Bakers', ...fields }: ContainerOptions = {},
): Promise<{ type: string; id: number }> {
  const id = await db.transaction(async (tx) => {
    const created = await createContainer(tx, owner, type, { title, ...fields });
    if (type === 'event') await addEventDetails(tx, created, title);
    return created;
  });
  return { type, id };
}

/** An event is named by its details: one that takes place in a month. */
const addEventDetails = (tx: Tx, id: number, title: string) =>
  tx.execute(sql`
    with wall as (
      insert into event_walls (id) values (${id}) returning id
    )
    insert into events (
      id, wall_id, title, starts_local, ends_local, timezone, starts_at, ends_at
    )
    select id, id, ${title}, start::timestamp, start::timestamp + interval '2 hours', 'UTC', start,
      start + interval '2 hours'
    from wall, date_trunc('hour', now() + interval '30 days') start`);

/** Writes a membership past all rules. */
export async function addMembership(
  { type, id }: { type: string; id: number },
  member: Member,
  fields: {
    state?: string;
    role?: Role;
    isFollowing?: boolean;
    invitedBy?: Member;
    bannedUntil?: string;
  } = {},
): Promise<void> {
  const { state = 'member', role = 0, isFollowing = false, invitedBy, bannedUntil = null } = fields;
  await db.execute(sql`
    insert into memberships (
      type, id, member_id, state, role, is_following, invited_by, requested_at, joined_at, banned_until
    )
    values (
      ${type}, ${id}, ${member.id}, ${state}, ${role}, ${isFollowing}, ${invitedBy?.id ?? null},
      now(), now(), ${bannedUntil}::timestamptz
    )
    on conflict (type, id, member_id) do update
    set state = excluded.state, role = excluded.role, is_following = excluded.is_following,
      invited_by = excluded.invited_by, banned_until = excluded.banned_until`);
}

/** Inserts a post in a container without the checks of the call. */
export async function addContainerPost(
  { type, id }: { type: string; id: number },
  author: Member,
  { body = 'In here', inItsName = false, publishedAt = null as string | null } = {},
): Promise<number> {
  const [row] = await db.execute<{ id: number }>(sql`
    insert into posts (
      author_id, type, subject_type, subject_id, object_type, object_id, body, audience,
      published_at
    )
    values (
      ${author.id}, 'status', ${inItsName ? type : 'member'}, ${inItsName ? id : author.id},
      ${type}, ${id}, ${body}, 'container', coalesce(${publishedAt}::timestamptz, now())
    )
    returning id`);
  return row!.id;
}

/** The photos and videos of a post as the lightbox shows them. */
export const listVisibleFiles = (viewer: Viewer, postId: number) =>
  readItems(
    viewer,
    setOf(viewer, { type: 'photo', id: 0, subjectType: 'post', subjectId: postId }),
  );

/** Resolves once so many statements of this database wait for a lock. */
export async function waitForQueue(length: number): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ count: number }>(sql`
      select count(*)::int as count
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (row!.count >= length) return;
    await setTimeout(2);
  }
}

/** Starts the calls one after the other while the container is locked; who fulfilled, in order. */
export async function queue(
  { type, id }: ContainerRef,
  calls: Array<() => Promise<unknown>>,
): Promise<boolean[]> {
  const running: Array<Promise<unknown>> = [];
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from containers where type = ${type} and id = ${id} for update`);
    for (const call of calls) {
      running.push(call().catch((error: unknown) => Promise.reject(error as Error)));
      running.at(-1)!.catch(() => undefined);
      await waitForQueue(running.length);
    }
  });
  return (await Promise.allSettled(running)).map(({ status }) => status === 'fulfilled');
}

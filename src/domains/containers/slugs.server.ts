import { changeAsEditor, writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { readValues } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { knownContainer } from './container-access.server.ts';
import type { Change, ContainerRef } from './container-lock.server.ts';
import { maxSlugs, slugProblem, slugSkeleton, takenText } from './slugs.rules.ts';

/**
 * Gives a container its name in addresses; the one before stays taken and redirects. Within a
 * transaction that holds the container's lock or has created it.
 * @param field of the form, for refusals
 */
export async function writeSlug(
  tx: Tx,
  { type, id }: ContainerRef,
  slug: string,
  field = 'slug',
): Promise<void> {
  const problem = slugProblem(slug);
  if (problem) throw invalid(problem, field);
  const skeleton = slugSkeleton(slug);
  // Two that look alike are not the same key: the second waits for the first here.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slug ${skeleton}`}, 0))`);
  const [found] = await tx.execute<{ isTaken: boolean; count: number; isOld: boolean }>(sql`
    select
      exists (
        select from container_slugs s
        where s.skeleton = ${skeleton} and (s.type <> ${type} or s.id <> ${id})
      ) as "isTaken",
      count(*)::int as count, coalesce(bool_or(own.slug = ${slug}), false) as "isOld"
    from container_slugs own
    where own.type = ${type} and own.id = ${id}`);
  if (found!.isTaken) throw invalid(takenText, field);
  if (!found!.isOld && found!.count >= maxSlugs)
    throw invalid(`You can change an address up to ${maxSlugs - 1} times.`, field);
  // In two statements, so that there are never two current ones (container_slugs_current).
  await tx.execute(sql`
    update container_slugs
    set is_current = false
    where type = ${type} and id = ${id} and is_current and slug <> ${slug}`);
  await tx.execute(sql`
    insert into container_slugs as s (slug, skeleton, type, id, created_at)
    values (${slug}, ${skeleton}, ${type}, ${id}, ${now()})
    on conflict (slug) do update set is_current = true`);
}

/** As `writeSlug`, of a container that may have one already; its log names both. */
export async function renameSlug(
  { tx, container }: Change,
  member: Member,
  slug: string,
  field?: string,
): Promise<void> {
  const { type, id } = container;
  const current = sql`type = ${type} and id = ${id} and is_current`;
  const { slug: from } = await readValues(tx, 'container_slugs', current, ['slug']);
  await writeSlug(tx, container, slug, field);
  if (from !== slug)
    await writeAuditEntry(tx, container, member.id, {
      action: 'change_slug',
      details: { from, to: slug },
    });
}

/** Changes the name in addresses; for staff who may edit the container. */
export const changeSlug = (member: Member, ref: ContainerRef, slug: string): Promise<void> =>
  changeAsEditor(member, ref, (change) => renameSlug(change, member, slug));

export interface FoundSlug extends Record<string, unknown> {
  id: number;
  /** The present name; addresses with another one redirect to it. */
  slug: string;
}

/** The container of that kind with that name, now or once, if the viewer may know of it. */
export async function findBySlug(
  viewer: Viewer,
  type: string,
  slug: string,
): Promise<FoundSlug | undefined> {
  const [found] = await db.execute<FoundSlug>(sql`
    select c.id, current.slug
    from container_slugs s
    join containers c on c.type = s.type and c.id = s.id
    join container_slugs current
      on current.type = s.type and current.id = s.id and current.is_current
    where s.slug = ${slug.toLowerCase()}
      and s.type = ${type}
      and ${knownContainer(viewer, sql`c`)}`);
  return found && { ...found, id: Number(found.id) };
}

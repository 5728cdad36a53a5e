import { shareActivity } from '#domains/activities/share-activity.server.ts';
import { lockCategoriesOf } from '#domains/containers/categories/category-lock.server.ts';
import { isForSite } from '#domains/containers/container-access.rules.ts';
import { changeAsEditor } from '#domains/containers/membership/staff.server.ts';
import { createContainer } from '#domains/containers/ownership/ownership.server.ts';
import { writeSettings } from '#domains/containers/settings.server.ts';
import { groupCreatedActivity } from '#domains/groups/group-activity.server.ts';
import { groupFields } from '#domains/groups/groups.fields.ts';
import { groupQuota } from '#domains/groups/groups.rules.ts';
import { groupRef } from '#domains/groups/one-group.server.ts';
import { lockActiveMember } from '#domains/members/members.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { FieldValues } from '#lib/field-list.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden } from '#server/errors.ts';
import { splitFields } from '#server/field-columns.ts';
import { withIdempotencyKey, type Creation } from '#server/idempotency.ts';
import { insertRow, updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';

/** Fields of a group; absent ones stay as they are. */
export interface GroupFields extends FieldValues<typeof groupFields> {
  categoryId?: number | undefined;
  /** Asked of whoever asks to join; they replace all. */
  joinQuestions?: string[] | undefined;
}

export interface NewGroup extends GroupFields {
  title: string;
  description: string;
  categoryId: number;
  /** The name of its stored picture. */
  avatar: string | null;
}

const ownedGroups = (member: Member) => sql`
  (select count(*)::int from containers c where c.type = 'group' and c.owner_id = ${member.id})`;

/** Whether the member may own another group. */
export async function mayCreateGroup(member: Member, tx: Tx = db): Promise<boolean> {
  const [row] = await tx.execute<{ count: number }>(sql`select ${ownedGroups(member)} as count`);
  return row!.count < groupQuota;
}

/** Forbidden for whoever owns as many groups as allowed; under the member's lock. */
export async function checkGroupQuota(member: Member, tx: Tx): Promise<void> {
  if (!(await mayCreateGroup(member, tx))) throw forbidden(`You already own ${groupQuota} groups.`);
}

/** Creates a group with its owner as a member. Returns the id. */
export const createGroup = (
  member: Member,
  fields: NewGroup,
  creation: Creation,
): Promise<number> =>
  withIdempotencyKey(creation, async (tx) => {
    await lockActiveMember(tx, member.id);
    await checkGroupQuota(member, tx);
    const { visibility = 'everyone', isListed = true } = fields;
    const { container, details } = splitFields(groupFields, fields);
    const id = await createContainer(tx, member, 'group', {
      // Posts that not all members of the site read are for those whom somebody has let in.
      joinPolicy: isForSite(visibility) ? 'open' : 'approval',
      ...container,
      title: fields.title,
      avatar: fields.avatar,
      joinQuestions: fields.joinQuestions ?? [],
    });
    await lockCategoriesOf(tx, 'group', [], fields.categoryId);
    await insertRow(tx, 'groups', {
      id,
      categoryId: fields.categoryId,
      ...details,
      modifiedAt: now(),
    });
    if (visibility === 'everyone' && isListed)
      await shareActivity(tx, {
        activity: groupCreatedActivity,
        authorId: member.id,
        audience: 'everyone',
        itemId: id,
      });
    return id;
  });

/** Changes the given fields. @param isConfirmed the owner lets more people read */
export const editGroup = (
  member: Member,
  id: number,
  fields: GroupFields,
  { isConfirmed = false } = {},
): Promise<void> =>
  changeAsEditor(member, groupRef(id), async (change) => {
    const { tx } = change;
    if (fields.categoryId !== undefined)
      await lockCategoriesOf(tx, 'group', [id], fields.categoryId);
    const { container, details } = splitFields(groupFields, fields);
    const { joinQuestions, categoryId } = fields;
    const values = { ...details, categoryId };
    await writeSettings(
      change,
      member,
      { ...container, joinQuestions },
      { isConfirmed, details: { table: 'groups', values } },
    );
    await updateRow(tx, 'groups', sql`id = ${id}`, { ...values, modifiedAt: now() });
  });

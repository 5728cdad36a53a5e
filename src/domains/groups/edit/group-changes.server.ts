import { removeActivity, shareActivity } from '#domains/activities/share-activity.server.ts';
import {
  isForSite,
  roles,
  type JoinPolicy,
  type PostPolicy,
  type Visibility,
} from '#domains/containers/container-access.rules.ts';
import { setArchived } from '#domains/containers/lifecycle/archiving.server.ts';
import { deleteContainer } from '#domains/containers/lifecycle/deletion.server.ts';
import { changeAsEditor } from '#domains/containers/membership/staff.server.ts';
import { createContainer } from '#domains/containers/ownership/ownership.server.ts';
import { writeSettings, type ContainerSettings } from '#domains/containers/settings.server.ts';
import { groupCreatedActivity } from '#domains/groups/group-activity.server.ts';
import { groupQuota } from '#domains/groups/groups.rules.ts';
import { groupRef } from '#domains/groups/one-group.server.ts';
import { lockActiveMember } from '#domains/members/members.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid } from '#server/errors.ts';
import { withIdempotencyKey, type Creation } from '#server/idempotency.ts';
import { sql } from '#server/sql.ts';

/** Fields of a group; absent ones stay as they are. */
export interface GroupFields {
  title?: string | undefined;
  description?: string | undefined;
  categoryId?: number | undefined;
  location?: string | undefined;
  rules?: string | undefined;
  visibility?: Visibility | undefined;
  isListed?: boolean | undefined;
  joinPolicy?: JoinPolicy | undefined;
  postPolicy?: PostPolicy | undefined;
  commentPolicy?: 'readers' | 'members' | 'staff' | undefined;
  invitePolicy?: 'members' | 'staff' | undefined;
  photoPolicy?: 'members' | 'staff' | undefined;
  eventPolicy?: 'members' | 'staff' | undefined;
  memberList?: 'readers' | 'members' | undefined;
  newcomerPosts?: number | undefined;
  slowModeSeconds?: number | undefined;
  /** Asked of whoever asks to join; they replace all. */
  questions?: string[] | undefined;
}

export interface NewGroup extends GroupFields {
  title: string;
  description: string;
  categoryId: number;
  /** The name of its stored picture. */
  avatar: string | null;
}

async function checkCategory(tx: Tx, categoryId: number): Promise<void> {
  const found = await tx.execute(
    sql`select from group_categories where id = ${categoryId}::bigint for key share`,
  );
  if (!found.length) throw invalid('This category is not known.', 'category_id');
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
  if (!(await mayCreateGroup(member, tx))) throw forbidden(`You own ${groupQuota} groups already.`);
}

const given = <Fields extends Record<string, unknown>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

/** Creates a group with its owner as a member. Returns the id. */
export const createGroup = (
  member: Member,
  fields: NewGroup,
  creation: Creation,
): Promise<number> =>
  withIdempotencyKey(creation, async (tx) => {
    await lockActiveMember(tx, member.id);
    await checkGroupQuota(member, tx);
    await checkCategory(tx, fields.categoryId);
    const { title, visibility, isListed, postPolicy, commentPolicy, invitePolicy } = fields;
    // Posts that not all members of the site read are for those whom somebody has let in.
    const joinPolicy =
      fields.joinPolicy ?? (isForSite(visibility ?? 'everyone') ? undefined : 'approval');
    const id = await createContainer(tx, member, 'group', {
      title,
      ...given({ visibility, isListed, joinPolicy, postPolicy, commentPolicy, invitePolicy }),
    });
    await tx.execute(sql`
      insert into groups (
        id, description, category_id, location, rules, event_policy, member_list,
        slow_mode_seconds, modified_at
      )
      values (
        ${id}, ${fields.description}, ${fields.categoryId}, ${fields.location ?? ''},
        ${fields.rules ?? ''}, ${fields.eventPolicy ?? 'members'}, ${fields.memberList ?? 'readers'},
        ${fields.slowModeSeconds ?? 0}, ${now()}
      )`);
    await tx.execute(sql`
      update containers
      set avatar = ${fields.avatar}, photo_policy = ${fields.photoPolicy ?? 'members'},
        newcomer_posts = ${fields.newcomerPosts ?? 0},
        join_questions = ${JSON.stringify(fields.questions ?? [])}::jsonb
      where type = 'group' and id = ${id}`);
    if ((visibility ?? 'everyone') === 'everyone' && isListed !== false)
      await shareActivity(tx, {
        activity: groupCreatedActivity,
        authorId: member.id,
        audience: 'everyone',
        itemId: id,
      });
    return id;
  });

/** Settings of the container; audience and listing, which only the owner changes, if they differ. */
const changedSettings = (
  before: { visibility: Visibility; isListed: boolean },
  { visibility, isListed, questions, ...fields }: GroupFields,
): ContainerSettings =>
  given({
    title: fields.title,
    visibility: visibility === before.visibility ? undefined : visibility,
    isListed: isListed === before.isListed ? undefined : isListed,
    joinPolicy: fields.joinPolicy,
    postPolicy: fields.postPolicy,
    commentPolicy: fields.commentPolicy,
    invitePolicy: fields.invitePolicy,
    photoPolicy: fields.photoPolicy,
    newcomerPosts: fields.newcomerPosts,
    joinQuestions: questions,
  });

/** Changes the given fields. @param isConfirmed the owner lets more people read */
export const editGroup = (
  member: Member,
  id: number,
  fields: GroupFields,
  { isConfirmed = false } = {},
): Promise<void> =>
  changeAsEditor(member, groupRef(id), async (change) => {
    const { tx, container } = change;
    if (fields.categoryId !== undefined) await checkCategory(tx, fields.categoryId);
    await writeSettings(change, member, changedSettings(container, fields), { isConfirmed });
    await tx.execute(sql`
      update groups
      set description = coalesce(${fields.description ?? null}, description),
        category_id = coalesce(${fields.categoryId ?? null}::int, category_id),
        location = coalesce(${fields.location ?? null}, location),
        rules = coalesce(${fields.rules ?? null}, rules),
        event_policy = coalesce(${fields.eventPolicy ?? null}, event_policy),
        member_list = coalesce(${fields.memberList ?? null}, member_list),
        slow_mode_seconds = coalesce(${fields.slowModeSeconds ?? null}::int, slow_mode_seconds),
        modified_at = ${now()}
      where id = ${id}`);
  });

/** Archives a group, which can then be read, left and exported only, or opens it again. */
export const archiveGroup = (member: Member, id: number, isArchived: boolean): Promise<boolean> =>
  setArchived(member, groupRef(id), roles.owner, isArchived);

/** Deletes a group with all that belongs to it; the owner enters the password again. */
export const deleteGroup = (
  member: Member,
  id: number,
  password: string | undefined,
): Promise<void> =>
  deleteContainer(member, groupRef(id), password, (tx) =>
    removeActivity(tx, { activity: groupCreatedActivity, itemId: id }),
  );

import { changedValues } from '#domains/containers/audit-log/audit-log.rules.ts';
import { questionsProblem } from '#domains/containers/membership/join-questions.rules.ts';
import { writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import { notificationCtes, occasionAt } from '#domains/notifications/create-notification.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { forbidden, invalid } from '#server/errors.ts';
import { enqueue } from '#server/jobs.ts';
import { definedFields, readValues, updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import {
  isForSite,
  isWider,
  maxNewcomerPosts,
  roles,
  widenedDays,
  type ContainerFacts,
} from './container-access.rules.ts';
import type { Change, ContainerRef } from './container-lock.server.ts';
import { sortKeyNow } from './sort-key-now.server.ts';

/** Absent fields stay unchanged. */
export type ContainerSettings = Partial<
  Pick<
    ContainerFacts,
    | 'visibility'
    | 'isListed'
    | 'joinPolicy'
    | 'postPolicy'
    | 'commentPolicy'
    | 'invitePolicy'
    | 'photoPolicy'
  > & {
    title: string;
    newcomerPosts: number;
    joinQuestions: string[];
  }
>;

export const widenedQueue = 'container-widened';

/** Whether everybody could join, and so read, what only approved members could. */
const isOpened = (before: ContainerFacts, { joinPolicy, visibility }: ContainerSettings) =>
  !isForSite(visibility ?? before.visibility) &&
  joinPolicy === 'open' &&
  before.joinPolicy !== 'open';

/**
 * Joining needs approval after a change to fewer readers than the members of the site, whoever could
 * join before: opening it again is a change of its own.
 */
function closeJoining(before: ContainerFacts, settings: ContainerSettings): ContainerSettings {
  const { visibility = before.visibility, joinPolicy = before.joinPolicy } = settings;
  const isNarrowed =
    visibility !== before.visibility &&
    !isForSite(visibility) &&
    !isWider(before, { ...before, ...settings });
  return isNarrowed && joinPolicy === 'open' ? { ...settings, joinPolicy: 'approval' } : settings;
}

/** Without the audience and the listing that it has: only the owner may change these. */
function changedSettings(before: ContainerFacts, settings: ContainerSettings): ContainerSettings {
  const { visibility, isListed, ...others } = settings;
  return {
    ...others,
    ...(visibility !== undefined && visibility !== before.visibility ? { visibility } : {}),
    ...(isListed !== undefined && isListed !== before.isListed ? { isListed } : {}),
  };
}

/** Only the owner decides who may read, and who may join what not all members of the site read. */
const isForOwner = (before: ContainerFacts, settings: ContainerSettings) =>
  settings.visibility !== undefined ||
  settings.isListed !== undefined ||
  isOpened(before, settings);

function settingsProblem({
  title,
  newcomerPosts,
  joinQuestions,
}: ContainerSettings): Record<string, string> | null {
  if (title !== undefined && (title.trim() === '' || title.length > 128))
    return { title: 'Please give it a title of up to 128 characters.' };
  if (newcomerPosts !== undefined && (newcomerPosts < 0 || newcomerPosts > maxNewcomerPosts))
    return { newcomer_posts: `Please choose between 0 and ${maxNewcomerPosts} posts.` };
  const problem = joinQuestions && questionsProblem(joinQuestions);
  return problem ? { questions: problem } : null;
}

/**
 * Whether the change lets more people read than those for whom the members wrote. Refused within
 * 30 days of the last time, and unless the owner has confirmed it.
 */
async function isWidening(
  { tx, container }: Change,
  settings: ContainerSettings,
  isConfirmed: boolean,
): Promise<boolean> {
  if (container.state === 'draft' || container.state === 'pending') return false;
  if (!isWider(container, { ...container, ...settings }) && !isOpened(container, settings))
    return false;
  const { type, id } = container;
  const recent = await tx.execute(sql`
    select from containers
    where type = ${type}
      and id = ${id}
      and widened_at > ${now()} - make_interval(days => ${widenedDays})`);
  if (recent.length)
    throw invalid(`You can open it to more people only once in ${widenedDays} days.`, 'visibility');
  if (!isConfirmed)
    throw invalid(
      'More people will be able to read new posts, and all members will be notified. Please confirm.',
      'confirm',
    );
  return true;
}

interface SettingsOptions {
  /** The owner lets more people read. */
  isConfirmed?: boolean;
  /** New values in the table of the kind, which are noted in the log. */
  details?: { table: string; values: Record<string, unknown> };
}

/** Notes in the log what will differ. Runs before anything is written. */
async function recordChanges(
  { tx, container }: Change,
  member: Member,
  settings: ContainerSettings,
  details: SettingsOptions['details'],
): Promise<void> {
  const { type, id } = container;
  const own = sql`type = ${type} and id = ${id}`;
  const before = await readValues(tx, 'containers', own, Object.keys(settings));
  if (details) {
    const names = Object.keys(definedFields(details.values));
    Object.assign(before, await readValues(tx, details.table, sql`id = ${id}`, names));
  }
  const changed = changedValues(before, { ...settings, ...details?.values });
  if (changed)
    await writeAuditEntry(tx, container, member.id, { action: 'edit', details: { ...changed } });
}

/**
 * Changes settings under the container's lock (`changeAsEditor`, in which its kind writes its own
 * details afterwards). When more people may read, earlier posts stay the members', who are notified.
 */
export async function writeSettings(
  change: Change,
  member: Member,
  fields: { [Name in keyof ContainerSettings]?: ContainerSettings[Name] | undefined },
  { isConfirmed = false, details }: SettingsOptions = {},
): Promise<void> {
  const { tx, container, membership } = change;
  const settings = closeJoining(container, changedSettings(container, definedFields(fields)));
  if (isForOwner(container, settings) && membership?.role !== roles.owner) throw forbidden();
  const problem = settingsProblem(settings);
  if (problem) throw invalid(problem);
  const isWidened = await isWidening(change, settings, isConfirmed);
  const { type, id } = container;
  const { title, joinQuestions, ...policies } = settings;
  await recordChanges(change, member, settings, details);
  const values = {
    title: title?.trim(),
    ...policies,
    joinQuestions: joinQuestions && sql`${JSON.stringify(joinQuestions)}::jsonb`,
    publicFrom: isWidened ? sortKeyNow() : undefined,
    widenedAt: isWidened ? now() : undefined,
    version: sql`version + 1`,
  };
  await updateRow(tx, 'containers', sql`type = ${type} and id = ${id}`, values);
  const isSecret = (facts: Pick<ContainerFacts, 'visibility' | 'isListed'>) =>
    facts.visibility === 'members' && !facts.isListed;
  // Requests end, because their senders may not know of it any more; invitations show it.
  if (!isSecret(container) && isSecret({ ...container, ...settings }))
    await tx.execute(sql`
      update memberships
      set state = 'none', answers = null, item_answers = null, requested_at = null
      where type = ${type} and id = ${id} and state = 'requested'`);
  if (isWidened) await enqueue(tx, widenedQueue, { type, id, actorId: member.id });
}

const atOnce = 1_000;

/**
 * Notifies the members, a thousand at a time in the order of their ids; who has left is left out. The
 * site is the sender: also members with a block between them and the owner are notified.
 */
export async function notifyOfWidening({
  type,
  id,
  actorId,
}: ContainerRef & { actorId: number }): Promise<void> {
  for (let last = 0; ;) {
    const [batch] = await db.execute<{ last: number | null }>(sql`
      with recipients as materialized (
        select ms.member_id, c.widened_at
        from memberships ms
        join containers c on c.type = ms.type and c.id = ms.id
        where ms.type = ${type}
          and ms.id = ${id}
          and ms.state = 'member'
          and ms.member_id <> ${actorId}
          and ms.member_id > ${last}
        order by ms.member_id
        limit ${atOnce}
      ),
        ${notificationCtes(
          viewerFromColumn(sql`0::bigint`),
          sql`
            select recipients.member_id, 'container_widened', ${type}::text, ${id}::bigint, 1,
              ${occasionAt(sql`recipients.widened_at`)}
            from recipients`,
          { isFromSite: true, context: sql`select ${type}::text, ${id}::bigint` },
        )}
      select max(member_id) as last from recipients`);
    if (batch!.last === null) return;
    last = Number(batch!.last);
  }
}

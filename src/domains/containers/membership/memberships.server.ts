import { endAnswers } from '#domains/containers/answers/answers.server.ts';
import {
  mayRead,
  notifyLevels,
  roles,
  type NotifyLevel,
} from '#domains/containers/container-access.rules.ts';
import {
  findContainerKind,
  isBlockedByOwner,
  type JoinWay,
} from '#domains/containers/container-kinds.server.ts';
import {
  changeContainer,
  writeMembership,
  type Change,
  type ContainerRef,
} from '#domains/containers/container-lock.server.ts';
import {
  membershipNotice,
  notifyContainerStaff,
} from '#domains/containers/container-notices.server.ts';
import { validInvitation } from '#domains/containers/invitations/valid-invitation.server.ts';
import { enqueueLeaverRows } from '#domains/containers/lifecycle/deletion.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { consumeIn } from '#server/limits.ts';
import { updateRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { answersProblem } from './join-questions.rules.ts';
import { afterMembership, becomeMember, endFollowing } from './joining.server.ts';

/** The answer to everybody who may not join, whatever the reason: a ban is not announced. */
export const closed = () => forbidden('Nobody can join here at the moment.');

/** Whether the member has an invitation that still lets them in. */
async function isInvited({ tx, container, membership }: Change, member: Member): Promise<boolean> {
  if (membership?.state !== 'invited') return false;
  const { type, id, invitePolicy } = container;
  const found = await tx.execute(sql`
    select from memberships ms
    where ms.type = ${type}
      and ms.id = ${id}
      and ms.member_id = ${member.id}
      and ${validInvitation(sql`${invitePolicy}::text`)}`);
  return found.length > 0;
}

/** Refuses whom a block with the owner keeps out. */
async function checkOwnerBlock(
  { tx, container }: Pick<Change, 'tx' | 'container'>,
  member: Member,
): Promise<void> {
  if (!findContainerKind(container.type)?.isOfOwner) return;
  const owned = { ...container, parentId: container.parent?.id ?? null };
  const [row] = await tx.execute<{ isBlocked: boolean }>(
    sql`select ${isBlockedByOwner(owned, sql`${member.id}::bigint`)} as "isBlocked"`,
  );
  if (row!.isBlocked) throw closed();
}

/** The rules that whoever joins accepts; '' for none. */
export async function readRules({ type, id }: ContainerRef, tx: Tx = db): Promise<string> {
  const rules = findContainerKind(type)?.rules;
  if (!rules) return '';
  const [row] = await tx.execute<{ rules: string | null }>(
    sql`select ${rules(sql`${id}::bigint`)} as rules`,
  );
  return row!.rules ?? '';
}

/** Whoever joins accepts the rules, where there are any. */
export async function checkRules(
  tx: Tx,
  ref: ContainerRef,
  hasAcceptedRules: boolean,
): Promise<void> {
  if (!hasAcceptedRules && (await readRules(ref, tx)))
    throw invalid('Please accept the rules.', 'rules_accepted');
}

/** Counts the attempt, and refuses whom nothing lets in. */
export async function checkAttempt(change: Change, member: Member): Promise<void> {
  await consumeIn(change.tx, ['joinContainer', member.id]);
  const { container, membership } = change;
  if (container.state !== 'open' || membership?.state === 'banned') throw closed();
  await checkOwnerBlock(change, member);
}

export interface JoinRequest {
  /** To the questions, by position. */
  answers?: string[];
  /** The questions that were shown; without them, those of now. */
  questions?: string[];
  hasAcceptedRules?: boolean;
}

type Joined = 'requested' | 'member';

async function join(
  change: Change,
  member: Member,
  { hasAcceptedRules = false }: JoinRequest,
  way: JoinWay,
): Promise<Joined> {
  await checkRules(change.tx, change.container, hasAcceptedRules);
  await becomeMember(change, member.id, way);
  return 'member';
}

async function ask(
  { tx, container, membership }: Change,
  member: Member,
  { answers = [], questions = [], hasAcceptedRules = false }: JoinRequest,
): Promise<Joined> {
  if (membership?.state === 'requested') return 'requested';
  const isPossible =
    container.joinPolicy === 'approval' ||
    (container.joinPolicy === 'open' && membership?.isRemoved === true);
  if (!isPossible || membership?.isRefused) throw closed();
  const { joinQuestions } = container;
  if (questions.length && questions.join('\n') !== joinQuestions.join('\n'))
    throw invalid('The questions have changed. Please answer these.', 'answers');
  const problem = answersProblem(joinQuestions, answers);
  if (problem) throw invalid(problem, 'answers');
  await checkRules(tx, container, hasAcceptedRules);
  await writeMembership(tx, container, member.id, {
    state: 'requested',
    answers: joinQuestions.map((question, index) => ({ question, answer: answers[index]! })),
    stamp: 'requested_at',
  });
  const notice = membershipNotice(container, 'requested');
  await notifyContainerStaff(tx, member, container, notice, roles.moderator);
  return 'requested';
}

/** As `joinContainer`, in a change. */
export async function joinIn(
  change: Change,
  member: Member,
  request: JoinRequest = {},
): Promise<Joined> {
  const { container, membership } = change;
  if (membership?.state === 'member') return 'member';
  const asksByJoining = findContainerKind(container.type)?.asksByJoining;
  if (asksByJoining && membership?.state === 'requested') return 'requested';
  await checkAttempt(change, member);
  const isOpen = container.joinPolicy === 'open' && !membership?.isRemoved;
  if (isOpen) return join(change, member, request, 'open');
  if (await isInvited(change, member)) return join(change, member, request, 'invitation');
  if (asksByJoining) return ask(change, member, request);
  throw closed();
}

/**
 * Joins, also with an invitation, or asks to, if its kind asks by joining. Being a member already is
 * no error. Returns the state that results.
 */
export const joinContainer = (
  member: Member,
  ref: ContainerRef,
  request: JoinRequest = {},
): Promise<Joined> => changeContainer(member, ref, (change) => joinIn(change, member, request));

/** Accepts an invitation; the inviter is not notified. Not found without one that still stands. */
export const acceptInvitation = (
  member: Member,
  ref: ContainerRef,
  hasAcceptedRules = false,
): Promise<Joined> =>
  changeContainer(member, ref, async (change) => {
    if (!(await isInvited(change, member))) throw notFound();
    await checkAttempt(change, member);
    return join(change, member, { hasAcceptedRules }, 'invitation');
  });

/**
 * Asks to join. With a valid invitation the member belongs to it at once, since both sides have
 * agreed; returns the state that results.
 */
export const requestMembership = (
  member: Member,
  ref: ContainerRef,
  request: JoinRequest = {},
): Promise<Joined> => changeContainer(member, ref, (change) => requestIn(change, member, request));

/** As `requestMembership`, in a change. */
export async function requestIn(
  change: Change,
  member: Member,
  request: JoinRequest = {},
): Promise<Joined> {
  if (change.membership?.state === 'member') throw invalid('You are already a member.');
  await checkAttempt(change, member);
  return (await isInvited(change, member))
    ? join(change, member, request, 'invitation')
    : ask(change, member, request);
}

/** Withdraws an own request, or declines an invitation. Not found without one. */
export const withdraw = (
  member: Member,
  ref: ContainerRef,
  state: 'requested' | 'invited',
): Promise<void> =>
  changeContainer(member, ref, async ({ tx, container, membership }) => {
    if (membership?.state !== state) throw notFound();
    await writeMembership(tx, container, member.id, { state: 'none' });
  });

/**
 * Leaves; the posts stay unless the member asks for their deletion too. The owner hands over or
 * deletes the container instead.
 * @returns false if a request was withdrawn, which leaving does in kinds that ask by joining
 */
export const leaveContainer = (
  member: Member,
  ref: ContainerRef,
  deletesPosts = false,
): Promise<boolean> =>
  changeContainer(member, ref, async (change) => {
    const { tx, container, membership, relation } = change;
    const kind = findContainerKind(container.type);
    const isMember = membership?.state === 'member';
    if (!isMember && !(kind?.asksByJoining && membership?.state === 'requested')) throw notFound();
    if (membership.role === roles.owner) throw invalid('Hand over ownership first, or delete it.');
    await endAnswers(tx, member.id, container);
    await writeMembership(tx, container, member.id, { state: 'none' });
    if (!isMember) return false;
    // Nobody follows what they cannot read any more.
    if (!mayRead(container, { ...relation, membership: undefined }))
      await endFollowing(change, member.id);
    if (deletesPosts) await enqueueLeaverRows(tx, container, member.id);
    await kind?.onLeave?.(change, member.id);
    await afterMembership(change, member.id);
    return true;
  });

/** Follows or stops following, idempotent; without a choice the other of both. */
export const followContainer = (
  member: Member,
  ref: ContainerRef,
  isFollowing?: boolean,
): Promise<void> =>
  changeContainer(member, ref, async (change) => {
    const { tx, container, membership, relation } = change;
    const { type, id } = container;
    const isFollowingNow = membership?.isFollowing ?? false;
    if (isFollowing === isFollowingNow) return;
    if (isFollowingNow) {
      await endFollowing(change, member.id);
      return;
    }
    if (membership?.state === 'banned' || !mayRead(container, relation)) throw closed();
    await consumeIn(tx, ['followContainer', member.id]);
    await tx.execute(sql`
      insert into memberships as ms (type, id, member_id, is_following)
      values (${type}, ${id}, ${member.id}, true)
      on conflict (type, id, member_id) do update
      set is_following = true, is_shown_in_feed = ms.is_shown_in_feed or ms.state <> 'member'`);
    const kind = findContainerKind(type);
    const notice = membershipNotice(container, 'followed');
    await notifyContainerStaff(tx, member, container, notice, kind?.editRole ?? roles.admin);
  });

/** Notes that the member has seen its newest post: it has no news then. */
export async function markContainerRead(member: Member, { type, id }: ContainerRef): Promise<void> {
  await db.execute(sql`
    update memberships ms
    set last_read_sort_key = c.newest_sort_key
    from containers c
    where c.type = ${type}
      and c.id = ${id}
      and ms.type = c.type
      and ms.id = c.id
      and ms.member_id = ${member.id}
      and ms.state = 'member'
      and c.newest_sort_key > coalesce(ms.last_read_sort_key, 0)`);
}

export async function readMemberCount({ type, id }: ContainerRef): Promise<number> {
  const [row] = await db.execute<{ memberCount: number }>(sql`
    select member_count as "memberCount" from containers where type = ${type} and id = ${id}`);
  return row?.memberCount ?? 0;
}

export interface MembershipOptions {
  notify: NotifyLevel;
  isShownInFeed: boolean;
}

/** The own settings of a member; not found for others. */
export async function readMembershipOptions(
  member: Member,
  { type, id }: ContainerRef,
): Promise<MembershipOptions> {
  const [row] = await db.execute<{ notify: number; isShownInFeed: boolean }>(sql`
    select ms.notify, ms.is_shown_in_feed as "isShownInFeed"
    from memberships ms
    where ms.type = ${type}
      and ms.id = ${id}
      and ms.member_id = ${member.id}
      and ms.state = 'member'`);
  if (!row) throw notFound();
  const { notify, isShownInFeed } = row;
  return { notify: (Object.keys(notifyLevels) as NotifyLevel[])[notify]!, isShownInFeed };
}

/** How the member follows it; without a row there is nothing to set. */
export const setMembershipOptions = (
  member: Member,
  ref: ContainerRef,
  {
    notify,
    isShownInFeed,
  }: { [Name in keyof MembershipOptions]?: MembershipOptions[Name] | undefined },
): Promise<void> =>
  changeContainer(member, ref, async ({ tx, container: { type, id }, membership }) => {
    if (membership?.state !== 'member' && !membership?.isFollowing) throw notFound();
    const own = sql`type = ${type} and id = ${id} and member_id = ${member.id}`;
    await updateRow(tx, 'memberships', own, {
      notify: notify && notifyLevels[notify],
      isShownInFeed,
    });
  });

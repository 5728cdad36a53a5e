import { mayRead, roles } from '#domains/containers/container-access.rules.ts';
import { findContainerKind, isBlockedByOwner } from '#domains/containers/container-kinds.server.ts';
import {
  changeContainer,
  nothing,
  writeMembership,
  type AfterChange,
  type Change,
  type ContainerRef,
} from '#domains/containers/container-lock.server.ts';
import { withdrawActor } from '#domains/containers/container-notices.server.ts';
import { validInvitation } from '#domains/containers/invitations/valid-invitation.server.ts';
import { enqueueLeaverRows } from '#domains/containers/lifecycle/deletion.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { consumeIn } from '#server/limits.ts';
import { sql } from '#server/sql.ts';
import { answersProblem } from './join-questions.rules.ts';

/** The answer to everybody who may not join, whatever the reason: a ban is not announced. */
export const closed = () => forbidden('Nobody can join here at the moment.');

/** Whether the member has an invitation that still lets them in. */
async function isInvited({ tx, container, membership }: Change, member: Member): Promise<boolean> {
  if (membership?.state !== 'invited' || container.state !== 'open') return false;
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
export async function checkOwnerBlock(
  { tx, container }: Pick<Change, 'tx' | 'container'>,
  member: Member,
): Promise<void> {
  if (!findContainerKind(container.type)?.isOfOwner) return;
  const [row] = await tx.execute<{ isBlocked: boolean }>(
    sql`select ${isBlockedByOwner(container, sql`${member.id}::bigint`)} as "isBlocked"`,
  );
  if (row!.isBlocked) throw closed();
}

/** Whoever joins accepts the rules, where there are any. */
export async function checkRules(
  tx: Tx,
  { type, id }: ContainerRef,
  hasAcceptedRules: boolean,
): Promise<void> {
  const rules = findContainerKind(type)?.rules;
  if (!rules || hasAcceptedRules) return;
  const [row] = await tx.execute<{ rules: string | null }>(
    sql`select ${rules(sql`${id}::bigint`)} as rules`,
  );
  if (row!.rules) throw invalid('Please accept the rules.', 'rules_accepted');
}

export const becomeMember = ({ tx, container }: Change, memberId: number) =>
  writeMembership(tx, container, memberId, { state: 'member', stamp: 'joined_at' });

/**
 * Joins, or accepts an invitation. Being a member already is no error.
 * @param afterwards for those who were no members
 */
export const joinContainer = (
  member: Member,
  ref: ContainerRef,
  hasAcceptedRules = false,
  afterwards: (change: Change) => Promise<unknown> = nothing,
): Promise<void> =>
  changeContainer(member, ref, async (change) => {
    const { container, membership } = change;
    if (membership?.state === 'member') return;
    await consumeIn(change.tx, ['joinContainer', member.id]);
    if (container.state !== 'open' || membership?.state === 'banned') throw closed();
    await checkOwnerBlock(change, member);
    const isOpen = container.joinPolicy === 'open' && !membership?.isRemoved;
    if (!isOpen && !(await isInvited(change, member))) throw closed();
    await checkRules(change.tx, container, hasAcceptedRules);
    await becomeMember(change, member.id);
    await afterwards(change);
  });

interface Request {
  /** To the questions, by position. */
  answers?: string[];
  /** The questions that were shown; without them, those of now. */
  questions?: string[];
  hasAcceptedRules?: boolean;
}

/**
 * Asks to join. With a valid invitation the member belongs to it at once, since both sides have
 * agreed; returns the state that results.
 */
export const requestMembership = (
  member: Member,
  ref: ContainerRef,
  { answers = [], questions = [], hasAcceptedRules = false }: Request = {},
  afterwards: AfterChange = nothing,
): Promise<'requested' | 'member'> =>
  changeContainer(member, ref, async (change) => {
    const { tx, container, membership } = change;
    if (membership?.state === 'member') throw invalid('You are a member already.');
    await consumeIn(tx, ['joinContainer', member.id]);
    if (container.state !== 'open' || membership?.state === 'banned') throw closed();
    await checkOwnerBlock(change, member);
    if (await isInvited(change, member)) {
      await checkRules(tx, container, hasAcceptedRules);
      await becomeMember(change, member.id);
      return 'member';
    }
    if (membership?.state === 'requested') return 'requested';
    const isPossible =
      container.joinPolicy === 'approval' ||
      (container.joinPolicy === 'open' && membership?.isRemoved === true);
    if (!isPossible || membership?.isRefused) throw closed();
    const { joinQuestions } = container;
    if (questions.length && questions.join('\n') !== joinQuestions.join('\n'))
      throw invalid('The questions were changed meanwhile. Please answer these.', 'answers');
    const problem = answersProblem(joinQuestions, answers);
    if (problem) throw invalid(problem, 'answers');
    await checkRules(tx, container, hasAcceptedRules);
    await writeMembership(tx, container, member.id, {
      state: 'requested',
      answers: joinQuestions.map((question, index) => ({ question, answer: answers[index]! })),
      stamp: 'requested_at',
    });
    await afterwards(tx);
    return 'requested';
  });

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
 */
export const leaveContainer = (
  member: Member,
  ref: ContainerRef,
  deletesPosts = false,
): Promise<void> =>
  changeContainer(member, ref, async ({ tx, container, membership, relation }) => {
    if (membership?.state !== 'member') throw notFound();
    if (membership.role === roles.owner)
      throw invalid('Hand over the ownership first, or delete it.');
    await writeMembership(tx, container, member.id, { state: 'none' });
    // Nobody follows what they cannot read any more.
    if (!mayRead(container, { ...relation, membership: undefined }))
      await endFollowing(tx, container, member.id);
    await tx.execute(sql`
      delete from ownership_offers
      where type = ${container.type} and id = ${container.id} and recipient_id = ${member.id}`);
    if (deletesPosts) await enqueueLeaverRows(tx, container, member.id);
  });

/** Ends following, and withdraws its part in the notice to the staff. */
export async function endFollowing(
  tx: Tx,
  { type, id }: ContainerRef,
  memberId: number,
): Promise<void> {
  const ended = await tx.execute(sql`
    update memberships
    set is_following = false, is_shown_in_feed = is_shown_in_feed and state = 'member'
    where type = ${type} and id = ${id} and member_id = ${memberId} and is_following
    returning 1`);
  const notice = findContainerKind(type)?.followNotice;
  if (ended.length && notice)
    await withdrawActor(tx, viewerFromColumn(sql`${memberId}::bigint`), { type, id }, notice);
}

/**
 * Follows or stops following, idempotent.
 * @param afterwards runs once the member follows it
 */
export const followContainer = (
  member: Member,
  ref: ContainerRef,
  isFollowing: boolean,
  afterwards: AfterChange = nothing,
): Promise<void> =>
  changeContainer(member, ref, async ({ tx, container, membership, relation }) => {
    const { type, id } = container;
    if (isFollowing === (membership?.isFollowing ?? false)) return;
    if (isFollowing) {
      if (membership?.state === 'banned' || !mayRead(container, relation)) throw closed();
      await consumeIn(tx, ['followContainer', member.id]);
      await tx.execute(sql`
        insert into memberships as ms (type, id, member_id, is_following)
        values (${type}, ${id}, ${member.id}, true)
        on conflict (type, id, member_id) do update
        set is_following = true, is_shown_in_feed = ms.is_shown_in_feed or ms.state <> 'member'`);
      await afterwards(tx);
    } else await endFollowing(tx, container, member.id);
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

/** How the member follows it; without a row there is nothing to set. */
export const setMembershipOptions = (
  member: Member,
  ref: ContainerRef,
  {
    notify,
    isShownInFeed,
  }: { notify?: 0 | 1 | 2 | undefined; isShownInFeed?: boolean | undefined },
): Promise<void> =>
  changeContainer(member, ref, async ({ tx, container: { type, id }, membership }) => {
    if (membership?.state !== 'member' && !membership?.isFollowing) throw notFound();
    await tx.execute(sql`
      update memberships
      set notify = coalesce(${notify ?? null}::smallint, notify),
        is_shown_in_feed = coalesce(${isShownInFeed ?? null}::boolean, is_shown_in_feed)
      where type = ${type} and id = ${id} and member_id = ${member.id}`);
  });

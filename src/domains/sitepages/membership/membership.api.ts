import { leaveInput } from '#domains/containers/containers.schema.ts';
import type { PageRow } from '#domains/sitepages/page-rows.server.ts';
import * as calls from '#domains/sitepages/sitepages.calls.ts';
import { pageView } from '#domains/sitepages/sitepages.views.server.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import * as membershipShapes from './membership.schema.ts';
import * as membership from './page-membership.server.ts';

const membershipView = (row: PageRow): membershipShapes.MembershipAnswer => {
  const { membership: state, member_count } = pageView(row, '');
  return { membership: state, member_count };
};

const toAnswers = (fields: Partial<Record<string, string>>): string[] =>
  [fields.answer, fields.answer1, fields.answer2, fields.answer3].flatMap((text) => text || []);

export const membershipHandlers: Handler[] = [
  handle(
    calls.joinPage,
    membershipShapes.joinInput,
    membershipShapes.membershipAnswer,
    async (member, { id, answers, ...fields }) =>
      membershipView(
        await membership.joinPage(member, id, {
          answers: answers ?? toAnswers(fields),
          questions: [fields.question1, fields.question2, fields.question3].flatMap(
            (text) => text || [],
          ),
        }),
      ),
    { form: {}, summary: 'Join a page, or ask to' },
  ),
  handle(
    calls.leavePage,
    leaveInput,
    membershipShapes.leaveAnswer,
    async (member, { id, delete_posts }) => {
      const { page, hasLeft } = await membership.leavePage(member, id, delete_posts === 1);
      return { ...membershipView(page), left: hasLeft ? 1 : 0 };
    },
    {
      // Whoever left may not know the page any more.
      form: {
        done: 'You have left the page.',
        otherwise: { text: 'Request cancelled.', applies: ({ left }) => left === 0 },
        next: ({ left }) => (left ? '/pages/my-pages' : undefined),
      },
      summary: 'Leave a page, with own posts or without, or cancel a request',
    },
  ),
  handle(
    calls.followPage,
    membershipShapes.followInput,
    membershipShapes.followAnswer,
    async (member, { id, follow }) => {
      const { isFollowing, followerCount } = await membership.followPage(
        member,
        id,
        follow === undefined ? undefined : follow === 1,
      );
      return { isPageFollowed: isFollowing ? 1 : 0, follow_count: followerCount };
    },
    { form: {}, summary: 'Follow a page, or stop following it' },
  ),
  handle(
    calls.acceptInvite,
    membershipShapes.answerInviteInput,
    noContent,
    (member, { pageId }) => membership.acceptInvite(member, pageId),
    { form: { done: 'You are a member now.' }, summary: 'Accept an invitation to a page' },
  ),
  handle(
    calls.rejectInvite,
    membershipShapes.answerInviteInput,
    noContent,
    (member, { pageId }) => membership.rejectInvite(member, pageId),
    {
      form: { done: 'Invitation declined.', next: () => '/pages' },
      summary: 'Decline an invitation to a page; the inviter is not notified',
    },
  ),
];

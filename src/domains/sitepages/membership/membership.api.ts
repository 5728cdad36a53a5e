import { inviteMembers } from '#domains/containers/invitations/invitations.server.ts';
import { leaveHandler, readInviteForm } from '#domains/containers/kit/membership.api.ts';
import {
  invitedAnswer,
  inviteFormInput,
  toAnswers,
} from '#domains/containers/kit/membership.schema.ts';
import * as memberships from '#domains/containers/membership/memberships.server.ts';
import { pageRef, readPage } from '#domains/sitepages/one-page.server.ts';
import * as calls from '#domains/sitepages/sitepages.calls.ts';
import { toMembership } from '#domains/sitepages/sitepages.views.server.ts';
import { handle, type Handler } from '#server/handle.ts';
import { noContentWith } from '#server/responses.ts';
import * as shapes from './membership.schema.ts';

export const membershipHandlers: Handler[] = [
  handle(
    calls.join,
    shapes.joinInput,
    shapes.joinAnswer,
    async (member, { id, answer, answers, ...fields }) => {
      const request = toAnswers(fields);
      await memberships.joinContainer(member, pageRef(id), {
        ...request,
        answers: answers ?? [...(answer ? [answer] : []), ...request.answers],
      });
      const page = await readPage(member, id);
      return { membership: toMembership(page), member_count: page.memberCount };
    },
    {
      form: {
        done: 'You are now a member and follow the page.',
        otherwise: {
          text: 'You have asked to join. You will get a notification.',
          applies: ({ membership }) => membership === 'pending',
        },
      },
      summary: 'Join a page, or ask to',
    },
  ),
  leaveHandler(calls.leave, shapes.leaveAnswer, 'page', (member_count, hasLeft) => ({
    membership: 'none',
    member_count,
    left: hasLeft ? 1 : 0,
  })),
  handle(
    calls.followPage,
    shapes.followInput,
    shapes.followAnswer,
    async (member, { id, follow }) => {
      const wanted = follow === undefined ? undefined : follow === 1;
      await memberships.followContainer(member, pageRef(id), wanted);
      const { isFollowing, followerCount } = await readPage(member, id);
      return { isPageFollowed: isFollowing ? 1 : 0, follow_count: followerCount };
    },
    { form: {}, summary: 'Follow a page, or stop following it' },
  ),
  handle(
    calls.readInviteForm,
    inviteFormInput,
    shapes.inviteFormAnswer,
    async (member, { id, search }, request) =>
      readInviteForm(member, await readPage(member, id), search, request),
    { summary: 'Friends who can be invited' },
  ),
  handle(
    calls.inviteMembers,
    shapes.inviteInput,
    noContentWith(invitedAnswer),
    async (member, { id, users, toValues }) => ({
      invited: (await inviteMembers(member, pageRef(id), users ?? toValues ?? [])).length,
    }),
    {
      form: { done: 'Invitations sent.' },
      summary: 'Invite friends to a page',
      needs: [['users'], ['toValues']],
    },
  ),
];

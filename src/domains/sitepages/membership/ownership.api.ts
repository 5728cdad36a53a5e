import * as links from '#domains/containers/invite-links.server.ts';
import { acceptOwnership, endOffer, offerOwnership } from '#domains/containers/ownership.server.ts';
import { pageRef } from '#domains/sitepages/one-page.server.ts';
import { notifyAboutPage } from '#domains/sitepages/page-notices.server.ts';
import * as calls from '#domains/sitepages/sitepages.calls.ts';
import { pageIdInput } from '#domains/sitepages/sitepages.schema.ts';
import { env } from '#server/env.ts';
import { notFound } from '#server/errors.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { auditLogView, readAuditLog } from './audit-log.server.ts';
import { inviteLinksView } from './membership.views.server.ts';
import * as shapes from './ownership.schema.ts';

export const ownershipHandlers: Handler[] = [
  handle(
    calls.offerOwnership,
    shapes.offerInput,
    noContent,
    (member, { id, user_id }) =>
      offerOwnership(member, pageRef(id), user_id, (tx) =>
        notifyAboutPage(tx, member, id, 'page_ownership', [user_id]),
      ),
    {
      form: { done: 'The offer was sent. It is valid for 7 days.' },
      summary: 'Offer the ownership of an own page to one of its members',
    },
  ),
  handle(
    calls.acceptOwnership,
    pageIdInput,
    noContent,
    (member, { id }) => acceptOwnership(member, pageRef(id)),
    { form: { done: 'You own this page now.' }, summary: 'Accept the ownership of a page' },
  ),
  handle(
    calls.endOwnershipOffer,
    pageIdInput,
    noContent,
    (member, { id }) => endOffer(member, pageRef(id)),
    { form: { done: 'The offer has ended.' }, summary: 'Withdraw or decline such an offer' },
  ),
  handle(
    calls.readAuditLog,
    shapes.auditLogInput,
    shapes.auditLogAnswer,
    async (member, { id, ...query }) => auditLogView(await readAuditLog(member, id, query)),
    { summary: 'Changes by the staff of an own page, the newest first' },
  ),
  handle(
    calls.listInviteLinks,
    pageIdInput,
    shapes.inviteLinksAnswer,
    async (member, { id }) => inviteLinksView(await links.listInviteLinks(member, pageRef(id))),
    { summary: 'Links by which members join an own page, as long as they are valid' },
  ),
  handle(
    calls.createInviteLink,
    shapes.createLinkInput,
    shapes.linkCreated,
    async (member, { id, uses = null, days }) => {
      const { linkId, token } = await links.createInviteLink(member, pageRef(id), { uses, days });
      return { link_id: linkId, url: `${env().PUBLIC_ORIGIN}/pages/join/${token}` };
    },
    { limit: 'pageLink', summary: 'Create a link by which members join an own page' },
  ),
  handle(
    calls.revokeInviteLink,
    shapes.linkInput,
    noContent,
    (member, { id, link_id }) => links.revokeInviteLink(member, pageRef(id), link_id),
    { form: { done: 'The link has ended.' }, summary: 'End such a link' },
  ),
  handle(
    calls.joinByLink,
    shapes.tokenInput,
    shapes.joinedAnswer,
    async (member, { token }) => {
      // A link of a group or event is not one of a page.
      if ((await links.readInviteLink(member, token)).type !== 'page') throw notFound();
      return { page_id: (await links.joinByLink(member, token)).id };
    },
    {
      form: {
        done: 'You are a member now.',
        next: ({ page_id }) => `/pages/page/${page_id}`,
      },
      summary: 'Join a page by a link',
    },
  ),
];

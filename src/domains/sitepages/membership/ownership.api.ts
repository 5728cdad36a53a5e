import {
  ownershipHandlers as handOverHandlers,
  inviteLinkHandlers,
  joinByLinkOf,
} from '#domains/containers/containers.api.ts';
import { tokenInput } from '#domains/containers/containers.schema.ts';
import { checkPageQuota } from '#domains/sitepages/edit/page-changes.server.ts';
import { pageRef } from '#domains/sitepages/one-page.server.ts';
import * as calls from '#domains/sitepages/sitepages.calls.ts';
import { handle, type Handler } from '#server/handle.ts';
import { auditLogView, readAuditLog } from './audit-log.server.ts';
import * as shapes from './ownership.schema.ts';

const kind = { noun: 'page', ref: pageRef };

export const ownershipHandlers: Handler[] = [
  ...handOverHandlers(calls, {
    ...kind,
    notice: 'page_ownership',
    checkQuota: (member, id) => (tx) => checkPageQuota(member, tx, id),
  }),
  handle(
    calls.readAuditLog,
    shapes.auditLogInput,
    shapes.auditLogAnswer,
    async (member, { id, ...query }) => auditLogView(await readAuditLog(member, id, query)),
    { summary: 'Changes by the staff of an own page, the newest first' },
  ),
  ...inviteLinkHandlers(calls, kind, 'pageLink'),
  handle(
    calls.joinByLink,
    tokenInput,
    shapes.joinedAnswer,
    async (member, { token }) => ({ page_id: await joinByLinkOf('page', member, token) }),
    {
      form: {
        done: 'You are a member now.',
        next: ({ page_id }) => `/pages/page/${page_id}`,
      },
      summary: 'Join a page by a link',
    },
  ),
];

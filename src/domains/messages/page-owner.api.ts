import { messagePageOwner as messageOwnerCall } from '#domains/sitepages/marketing/page-contact.calls.ts';
import { messageOwnerInput } from '#domains/sitepages/marketing/page-mail.schema.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { messagePageOwner } from './page-owner.server.ts';

export const pageOwnerHandlers: Handler[] = [
  handle(
    messageOwnerCall,
    messageOwnerInput,
    noContent,
    (member, { id, ...draft }, request) => messagePageOwner(member, id, draft, request.creation),
    {
      limit: 'conversation',
      form: { done: 'Message sent!' },
      summary: 'Write to the owner of a page',
      needs: [['body']],
    },
  ),
];

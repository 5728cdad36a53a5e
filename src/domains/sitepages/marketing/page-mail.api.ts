import { readOpenPage } from '#domains/sitepages/one-page.server.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import * as calls from './page-contact.calls.ts';
import {
  pageMailForm,
  pageMailFormInput,
  pageMailInput,
  pageMailLength,
} from './page-mail.schema.ts';
import { mailPage } from './page-mail.server.ts';

export const pageMailHandlers: Handler[] = [
  handle(
    calls.readPageMailForm,
    pageMailFormInput,
    pageMailForm,
    async (member, { id }) => {
      await readOpenPage(member, id);
      return {
        form: [
          { type: 'Text', name: 'sender_name', label: 'Your name' },
          { type: 'Text', name: 'sender_email', label: 'Your e-mail address' },
          { type: 'Textarea', name: 'receiver_emails', label: 'To', hasValidator: true },
          { type: 'Textarea', name: 'message', label: 'Message', maxlength: pageMailLength },
          { type: 'Checkbox', name: 'send_me', label: 'Send me a copy' },
        ],
      };
    },
    { summary: 'Fields of an e-mail about a page' },
  ),
  handle(
    calls.mailPage,
    pageMailInput,
    noContent,
    (member, { id, receiver_emails: to, message, send_me }) =>
      mailPage(member, id, { to, message, isCopied: send_me === 1 }),
    {
      form: { done: 'E-mails sent.' },
      summary: 'Recommend a page by e-mail',
      needs: [['receiver_emails']],
    },
  ),
];

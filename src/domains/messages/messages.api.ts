import { z } from 'zod';
import {
  messageFiles,
  publishConversation,
  publishReply,
} from '#domains/messages/compose/new-message.server.ts';
import { findRecipients } from '#domains/messages/compose/recipients.server.ts';
import { readConversation } from '#domains/messages/conversation/conversation.server.ts';
import {
  readReceiptSettings,
  saveReceiptSettings,
} from '#domains/messages/conversation/receipts.server.ts';
import {
  countUnread,
  listConversations,
  type InboxQuery,
} from '#domains/messages/inbox/inbox.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { formField } from '#lib/shapes.ts';
import { originFor } from '#server/base-url.ts';
import { handle, handleUpload, noContent, type Handler, type RestRequest } from '#server/handle.ts';
import { revokeKey } from '#server/idempotency.ts';
import { noContentWith } from '#server/responses.ts';
import * as calls from './messages.calls.ts';
import { messageLength, titleLength } from './messages.rules.ts';
import {
  cancelledReply,
  cancelReplyInput,
  composeInput,
  conversation,
  conversationInput,
  deleteInput,
  inbox,
  inboxInput,
  markInput,
  oneConversation,
  receipts,
  receiptsInput,
  recipientFound,
  recipientsInput,
  replyInput,
  unreadCount,
} from './messages.schema.ts';
import {
  acceptConversation,
  announceTyping,
  deleteConversations,
  leaveConversation,
  markConversation,
} from './participant.server.ts';

/** Native clients have no separate list for requests, so they get all conversations. */
const list =
  (only?: InboxQuery['only']) =>
  (member: Member, { folder, ...query }: z.output<typeof inboxInput>, request: RestRequest) =>
    listConversations(
      member,
      {
        ...query,
        folder: folder ?? (request.isNative ? 'all' : 'inbox'),
        ...(only ? { only } : {}),
      },
      originFor(request),
    );

const unreadView = (unread: number) => ({ getUnreadMessageCount: unread });

const composeForm = [
  { type: 'Text', name: 'toValues', label: 'Send To', hasValidator: true },
  { type: 'Text', name: 'title', label: 'Title', hasValidator: true, maxlength: titleLength },
  {
    type: 'Textarea',
    name: 'body',
    label: 'Message',
    hasValidator: true,
    maxlength: messageLength,
  },
];

export const messagesHandlers: Handler[] = [
  handle(calls.listConversations, inboxInput, inbox, list(), {
    summary: 'Own conversations, the one with the newest message first',
  }),
  handle(calls.listInbox, inboxInput, inbox, list('received'), {
    summary: 'Own conversations with something received',
  }),
  handle(calls.listOutbox, inboxInput, inbox, list('sent'), {
    summary: 'Own conversations with something sent',
  }),
  handle(
    calls.readConversation,
    conversationInput,
    conversation,
    (member, { id, ...query }, request) => readConversation(member, id, query, originFor(request)),
    {
      aliases: ['/messages/view'],
      summary: 'A conversation and a page of its messages; marks nothing as read',
    },
  ),
  handleUpload(calls.reply, messageFiles, replyInput, conversation, publishReply, {
    limit: 'message',
    // Only selects what the response adds; not part of the content.
    contentOf: ({ after: _, ...content }) => content,
    form: {},
    aliases: ['/messages/view'],
    summary: 'Reply in a conversation, with photos or without',
    needs: [['body'], ['filedata0']],
  }),
  handle(
    calls.cancelReply,
    cancelReplyInput,
    cancelledReply,
    async (member, { key }) => ({ is_sent: (await revokeKey(member.id, key)) ? 1 : 0 }),
    {
      summary: 'Give up a reply that may be under way; one that has arrived stays',
    },
  ),
  handle(calls.readComposeForm, z.object({}), z.array(formField), async () => composeForm, {
    summary: 'The fields of a new message',
  }),
  handleUpload(calls.compose, messageFiles, composeInput, conversation, publishConversation, {
    limit: 'conversation',
    form: {
      done: 'Message sent!',
      next: ({ conversation }) => `/messages/${conversation.conversation_id}`,
    },
    summary: 'Start a conversation, with photos or without',
    needs: [
      ['toValues', 'title', 'body'],
      ['toValues', 'title', 'filedata0'],
    ],
  }),
  handle(
    calls.findRecipients,
    recipientsInput,
    z.array(recipientFound),
    (member, query, request) => findRecipients(member, query, originFor(request)),
    {
      limit: 'search',
      summary: 'People the caller may write to, by name',
    },
  ),
  handle(
    calls.deleteConversations,
    deleteInput,
    noContent,
    (member, { conversation_ids, up_to }) => deleteConversations(member, conversation_ids, up_to),
    {
      form: { next: () => '/messages' },
      summary: 'Delete conversations for the caller',
    },
  ),
  handle(
    calls.markConversation,
    markInput,
    noContentWith(unreadCount),
    async (member, { message_id, is_read, up_to }) =>
      unreadView(
        await markConversation(member, { id: message_id, isRead: is_read === 1, upTo: up_to }),
      ),
    { form: { next: () => '/messages' }, summary: 'Mark a conversation as read or unread' },
  ),
  handle(
    calls.countUnread,
    z.object({}),
    unreadCount,
    async (member) => unreadView(await countUnread(member)),
    { summary: 'How many conversations are unread' },
  ),
  handle(
    calls.acceptConversation,
    oneConversation,
    noContent,
    (member, { id }) => acceptConversation(member, id),
    {
      form: { next: (_, { id }) => `/messages/${id}` },
      summary: 'Move a request to the inbox',
    },
  ),
  handle(
    calls.leaveConversation,
    oneConversation,
    noContent,
    (member, { id }) => leaveConversation(member, id),
    {
      form: { next: (_, { id }) => `/messages/${id}` },
      summary: 'Leave a conversation with several others',
    },
  ),
  handle(
    calls.sendTyping,
    oneConversation,
    noContent,
    (member, { id }) => announceTyping(member, id),
    {
      summary: 'Say that the caller is writing',
    },
  ),
  handle(calls.readReceipts, z.object({}), receipts, (member) => readReceiptSettings(member), {
    summary: 'Whether others see the caller write and read',
  }),
  handle(
    calls.setReceipts,
    receiptsInput,
    noContent,
    (member, choice) => saveReceiptSettings(member, choice),
    {
      summary: 'Let others see the caller write and read, or not',
    },
  ),
];

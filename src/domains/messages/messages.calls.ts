import { get, post } from '#lib/rest.ts';
import type { FormField } from '#lib/shapes.ts';
import type {
  CancelledReply,
  CancelReplyInput,
  ComposeInput,
  Conversation,
  ConversationInput,
  DeleteInput,
  Inbox,
  InboxInput,
  MarkInput,
  OneConversation,
  Receipts,
  ReceiptsInput,
  RecipientFound,
  RecipientsInput,
  ReplyInput,
  UnreadCount,
} from './messages.schema.ts';

/** Sent and received conversations together, one row each. */
export const listConversations = get<InboxInput, Inbox>('/messages/allmessages');
export const listInbox = get<InboxInput, Inbox>('/messages/inbox');
export const listOutbox = get<InboxInput, Inbox>('/messages/outbox');

export const readConversation = get<ConversationInput, Conversation>('/messages/view/:id');
export const reply = post<ReplyInput, Conversation>('/messages/view/:id');

/** Revokes the Idempotency-Key of a reply that has not arrived yet. */
export const cancelReply = post<CancelReplyInput, CancelledReply>('/messages/take-back');

export const readComposeForm = get<Record<never, never>, FormField[]>('/messages/compose');
export const compose = post<ComposeInput, Conversation>('/messages/compose');
/** Searches members the member may write to, by name; friends first. */
export const findRecipients = get<RecipientsInput, RecipientFound[]>('/messages/recipients');

export const deleteConversations = post<DeleteInput, void>('/messages/delete');
export const markConversation = post<MarkInput, UnreadCount>('/messages/mark-message-read-unread');
export const countUnread = get<Record<never, never>, UnreadCount>('/messages/unread-count');

/** Moves a request to the inbox. */
export const acceptConversation = post<OneConversation, void>('/messages/accept');
/** Leaves a conversation with several others. */
export const leaveConversation = post<OneConversation, void>('/messages/leave');
/** Reports that the member is typing. */
export const sendTyping = post<OneConversation, void>('/messages/typing');
export const readReceipts = get<Record<never, never>, Receipts>('/messages/marks');
export const setReceipts = post<ReceiptsInput, void>('/messages/marks');

import { get, post } from '#lib/rest.ts';
import type { FormField } from '#lib/shapes.ts';
import type {
  ComposeInput,
  Conversation,
  ConversationInput,
  DeleteInput,
  Inbox,
  InboxInput,
  MarkInput,
  Marks,
  MarksInput,
  OneConversation,
  RecipientFound,
  RecipientsInput,
  ReplyInput,
  TakeBackInput,
  TakenBack,
  UnreadCount,
} from './messages.schema.ts';

/** Sent and received together, one row for each conversation. */
export const listConversations = get<InboxInput, Inbox>('/messages/allmessages');
export const listInbox = get<InboxInput, Inbox>('/messages/inbox');
export const listOutbox = get<InboxInput, Inbox>('/messages/outbox');

export const readConversation = get<ConversationInput, Conversation>('/messages/view/:id');
export const reply = post<ReplyInput, Conversation>('/messages/view/:id');

/** What was sent with this Idempotency-Key, and has not arrived yet, is taken no more. */
export const takeBackReply = post<TakeBackInput, TakenBack>('/messages/take-back');

export const readComposeForm = get<Record<never, never>, FormField[]>('/messages/compose');
export const compose = post<ComposeInput, Conversation>('/messages/compose');
/** Whom the member may write to, by name; friends first. */
export const findRecipients = get<RecipientsInput, RecipientFound[]>('/messages/recipients');

export const deleteConversations = post<DeleteInput, void>('/messages/delete');
export const markConversation = post<MarkInput, UnreadCount>('/messages/mark-message-read-unread');
export const countUnread = get<Record<never, never>, UnreadCount>('/messages/unread-count');

/** A request moves to the inbox. */
export const acceptConversation = post<OneConversation, void>('/messages/accept');
/** Out of a conversation with several others. */
export const leaveConversation = post<OneConversation, void>('/messages/leave');
/** The member is writing. */
export const sayTyping = post<OneConversation, void>('/messages/typing');
export const readMarks = get<Record<never, never>, Marks>('/messages/marks');
export const setMarks = post<MarksInput, void>('/messages/marks');

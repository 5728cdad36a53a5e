import type {
  CancelledReply,
  Conversation,
  Inbox,
  InboxEntry,
  MessageEntry,
  MessagePhoto,
  Receipts,
  RecipientFound,
  UnreadCount,
} from './messages.schema.ts';

/** Another member of a conversation. */
export interface ParticipantModel {
  /** 0 if the account is deleted or unavailable. */
  id: number;
  name: string;
  image: string;
}

/** A message as components and stores hold it. */
export interface MessageModel {
  id: number;
  /** 0 if the account is deleted or unavailable. */
  authorId: number;
  author: { name: string; image: string };
  body: string;
  /** Wire time. */
  sentAt: string;
  photos: MessagePhoto['picture'][];
}

export interface ConversationModel {
  id: number;
  title: string;
  /** Oldest first. */
  messages: MessageModel[];
  participants: ParticipantModel[];
  isLocked: boolean;
  canReply: boolean;
  /** True until the viewer accepts or replies. */
  isRequest: boolean;
  isMuted: boolean;
  isRead: boolean;
  /** The last message that each participant has read, if both allow it. */
  receipts: { memberId: number; messageId: number }[];
  /** Ids of the participants who are typing. */
  typing: number[];
  /** Whether there are messages before the first one here. */
  hasOlder: boolean;
}

/** A conversation in a list. */
export interface InboxRowModel {
  /** Id of the conversation. */
  id: number;
  title: string;
  /** The member with the picture, who need not be the author. */
  sender: { name: string; image: string };
  /** Names of at most three of the other participants. */
  names: string[];
  /** Number of the other participants. */
  participantCount: number;
  isRead: boolean;
  /** The latest message, or the one found by a search. */
  message: { id: number; authorId: number; body: string; photoCount: number; sentAt: string };
}

export interface InboxModel {
  rows: InboxRowModel[];
  /** Conversations on all pages. */
  total: number;
  unreadCount: number;
  requestCount: number;
}

export const isAlreadySent = (answer: CancelledReply): boolean => answer.is_sent === 1;

type Person = MessageEntry['sender'];

export const toParticipant = (person: Person): ParticipantModel => ({
  id: person.user_id,
  name: person.displayname,
  image: person.image_icon,
});

const toSender = ({ displayname: name, image_icon: image }: Person) => ({ name, image });

const toMessage = ({ message, sender, photos = [] }: MessageEntry): MessageModel => ({
  id: message.message_id,
  authorId: message.user_id,
  author: toSender(sender),
  body: message.body,
  sentAt: message.date,
  photos: photos.map(({ picture }) => picture),
});

export const toConversation = (answer: Conversation): ConversationModel => ({
  id: answer.conversation.conversation_id,
  title: answer.conversation.title,
  messages: answer.messages.map(toMessage),
  participants: answer.recipients.map(toParticipant),
  isLocked: answer.conversation.locked === 1,
  canReply: answer.can_reply === 1,
  isRequest: answer.is_request === 1,
  isMuted: answer.is_muted === 1,
  isRead: answer.inbox_read === 1,
  receipts: answer.read_marks.map((mark) => ({
    memberId: mark.user_id,
    messageId: mark.message_id,
  })),
  typing: answer.typing,
  hasOlder: answer.has_older === 1,
});

/** Id of the conversation that a message was sent to. */
export const toConversationId = ({ conversation }: Conversation): number =>
  conversation.conversation_id;

const toRow = ({ message, sender, people, recipient }: InboxEntry): InboxRowModel => ({
  id: message.conversation_id,
  title: message.title,
  sender: toSender(sender),
  names: people.map(({ displayname }) => displayname),
  participantCount: message.recipients_count,
  isRead: recipient.inbox_read === 1,
  message: {
    id: message.message_id,
    authorId: message.user_id,
    body: message.body,
    photoCount: message.photo_count,
    sentAt: message.date,
  },
});

export const toInbox = (answer: Inbox): InboxModel => ({
  rows: answer.response.map(toRow),
  total: answer.totalItemCount,
  unreadCount: answer.getUnreadMessageCount,
  requestCount: answer.requestCount,
});

export const toUnreadCount = (answer: UnreadCount): number => answer.getUnreadMessageCount;

/** Fields of the calls that mark or delete conversations, up to the newest message shown. */
export const toReadFields = (id: number, upTo: number) =>
  ({ message_id: id, is_read: 1, up_to: upTo }) as const;
export const toUnreadFields = (id: number) => ({ message_id: id, is_read: 0 }) as const;
export const toDeletionFields = (id: number, upTo: number) => ({
  conversation_ids: String(id),
  up_to: upTo,
});

/** Settings for read receipts and typing indicators. */
export type ReceiptSettings = Record<keyof Receipts, boolean>;

export const toReceiptSettings = ({ typing, reading }: Receipts): ReceiptSettings => ({
  typing: typing === 1,
  reading: reading === 1,
});
export const toReceiptFields = ({ typing, reading }: ReceiptSettings): Receipts => ({
  typing: typing ? 1 : 0,
  reading: reading ? 1 : 0,
});

/** A member found for the list of recipients. */
export const toRecipient = ({
  user_id: id,
  displayname: label,
  image_icon: image,
}: RecipientFound) => ({
  id,
  label,
  image,
});

import { nameList } from '#lib/names.ts';
import { messagePreview } from '#lib/text.ts';

export const titleLength = 255;
export const messageLength = 5000;
export const maxRecipients = 10;
export const maxPhotos = 10;
export const inboxPageSize = 10;
export const conversationPageSize = 50;
/** How long the typing indicator stays after the last typing event. */
export const typingSeconds = 6;

/** Names shown for members whose name may no longer be shown. */
export const deletedName = 'Deleted member';
export const unavailableName = 'Unavailable member';

/** Preview of a message in a list: one truncated line; photos without text are named. */
export function toPreview(body: string, photoCount = 0): string {
  const words = body.replace(/\s+/g, ' ').trim();
  if (words || photoCount === 0) return messagePreview(words);
  return photoCount === 1 ? 'Photo' : `${photoCount} photos`;
}

interface MessageContent {
  body: string;
  photoCount: number;
}

/** Error of a message that cannot be sent, or null. */
export const messageProblem = ({ body, photoCount }: MessageContent): string | null =>
  body.trim() || photoCount > 0 ? null : 'Message is required';

/** Missing fields of a new conversation with their messages. */
export function composeProblems({
  recipientCount,
  title,
  ...content
}: MessageContent & { recipientCount: number; title: string }): Partial<
  Record<'to' | 'title' | 'body', string>
> {
  const body = messageProblem(content);
  return {
    ...(recipientCount ? {} : { to: 'Please choose who to write to.' }),
    ...(title.trim() ? {} : { title: 'Title is required' }),
    ...(body ? { body } : {}),
  };
}

/** Badge count after one more conversation was read. */
export const oneLess = (unread: number): number => Math.max(0, unread - 1);

/** Names of the other participants, or a fallback when all accounts are deleted. */
export const participantNames = (names: string[], others = 0): string[] =>
  names.length || others ? names : [deletedName];

/** 'Bo Reed', 'Bo Reed and Cy Tan', 'Bo Reed, Cy Tan and 3 others', as plain text. */
export const joinNames = (names: string[], others = 0): string =>
  nameList(participantNames(names, others), others);

/** Whether a message has any content. */
export const hasContent = ({ body, photos = [] }: { body: string; photos?: unknown[] }): boolean =>
  photos.length > 0 || (body !== '' && body !== ' ');

export interface Participation {
  /** The member sees messages after joinedAfter, up to leftAfter (null while participating). */
  joinedAfter: number;
  leftAfter: number | null;
  deletedUpTo: number;
}

/**
 * Whether a participant sees a message; visibility.server.ts is the same rule in SQL.
 * @param blockedAt time of a block between participant and author, in either direction
 */
export function maySeeMessage(
  participation: Participation,
  message: { id: number; writtenAt: Date; isOwn: boolean; isHidden: boolean },
  blockedAt: Date | null,
): boolean {
  if (message.id <= participation.joinedAfter || message.id <= participation.deletedUpTo)
    return false;
  if (participation.leftAfter !== null && message.id > participation.leftAfter) return false;
  // Messages written during a block stay hidden after it is lifted.
  if (message.isHidden) return false;
  // Messages from before the block stay visible.
  return message.isOwn || blockedAt === null || message.writtenAt < blockedAt;
}

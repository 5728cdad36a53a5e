import { nameList } from '#lib/names.ts';
import { messagePreview } from '#lib/text.ts';

export const titleLength = 255;
export const messageLength = 5000;
export const mostRecipients = 10;
export const mostPhotos = 10;
export const inboxPageSize = 10;
export const conversationPageSize = 50;
/** How long the others see that somebody is writing, after the last sign of it. */
export const typingSeconds = 6;

/** What a member is told of somebody that they may know nothing of any more. */
export const deletedName = 'Deleted member';
export const unavailableName = 'Unavailable member';

/** Whether a message has anything to show. */
export const isShown = ({
  body,
  attachment_type = '',
}: {
  body: string;
  attachment_type?: string;
}): boolean => attachment_type !== '' || (body !== '' && body !== ' ');

/** A message in a list: one line, cut; one without words says what it is. */
export function previewOf(body: string, photoCount = 0): string {
  const words = body.replace(/\s+/g, ' ').trim();
  if (words || photoCount === 0) return messagePreview(words);
  return photoCount === 1 ? 'Photo' : `${photoCount} photos`;
}

interface Written {
  body: string;
  photoCount: number;
}

/** Why a message cannot be sent, or null. */
export const messageProblem = ({ body, photoCount }: Written): string | null =>
  body.trim() || photoCount > 0 ? null : 'Message is required';

/** What a new conversation lacks, by field. */
export function composeProblems({
  recipientCount,
  title,
  ...written
}: Written & { recipientCount: number; title: string }): Partial<
  Record<'to' | 'title' | 'body', string>
> {
  const body = messageProblem(written);
  return {
    ...(recipientCount ? {} : { to: 'Please choose who to write to.' }),
    ...(title.trim() ? {} : { title: 'Title is required' }),
    ...(body ? { body } : {}),
  };
}

/** The badge after one more conversation was read. */
export const oneLess = (unread: number): number => Math.max(0, unread - 1);

/** Who is in a conversation besides its reader, where everybody may be gone. */
export const knownNames = (names: string[], others = 0): string[] =>
  names.length || others ? names : [deletedName];

/** 'Bo Reed', 'Bo Reed and Cy Tan', 'Bo Reed, Cy Tan and 3 others', as plain text. */
export const namesOf = (names: string[], others = 0): string =>
  nameList(knownNames(names, others), others);

export interface Taking {
  /**
   * The newest message that this member's part begins after, and ends with: null while they take
   * part.
   */
  joinedAfter: number;
  leftAfter: number | null;
  deletedUpTo: number;
}

/**
 * Whether a participant sees a message of the conversation; visibility.server.ts says the same in
 * SQL.
 * @param blockedAt when a block between the participant and the author was made, in either
 * direction
 */
export function maySeeMessage(
  part: Taking,
  message: { id: number; writtenAt: Date; isOwn: boolean; isWithheld: boolean },
  blockedAt: Date | null,
): boolean {
  if (message.id <= part.joinedAfter || message.id <= part.deletedUpTo) return false;
  if (part.leftAfter !== null && message.id > part.leftAfter) return false;
  // What was written during a block stays away also once it is lifted.
  if (message.isWithheld) return false;
  // What had arrived before the block stays.
  return message.isOwn || blockedAt === null || message.writtenAt < blockedAt;
}

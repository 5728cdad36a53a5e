import type { ReactNode } from 'react';
import { clockLabel, fullDate, parseWire } from '#lib/dates.ts';
import type { Mentionable } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { LinkedText } from '#ui/LinkedText.tsx';

export interface MessageBubbleProps {
  body: string;
  /** Above the text. */
  photos?: ReactNode;
  /** Wire time; missing while the message is pending. */
  date?: string;
  timeZone: string;
  isOwn: boolean;
  /** First of consecutive messages by the same author: shows the author. */
  isFirst: boolean;
  /** Without an id the name is no link. */
  author: { id: number; name: string; image: string | null };
  /** People that an @ in the text may name. */
  people?: Mentionable[];
  isFound?: boolean;
  /** Below the text: the time, or the sending state. */
  note?: ReactNode;
}

/** One message: own messages at the end of the line, others at its start. */
export function MessageBubble({
  body,
  photos,
  date,
  timeZone,
  isOwn,
  isFirst,
  author,
  people,
  isFound,
  note,
}: MessageBubbleProps) {
  const sentAt = date ? parseWire(date) : null;
  const { id: authorId, name, image } = author;
  return (
    <div
      className={classes(
        'message',
        isOwn ? 'message-sent' : 'message-received',
        isFirst && 'message-first',
        isFound && 'message-found',
      )}
    >
      {!isOwn && (
        <span className="message-avatar">
          {isFirst && <Avatar name={name} src={image} size={32} />}
        </span>
      )}
      <div className="message-main">
        {isFirst &&
          (isOwn ? (
            <span className="sr-only">You</span>
          ) : (
            <span className="message-author">
              {authorId ? (
                <a href={`/profile/${authorId}`}>
                  <bdi>{name}</bdi>
                </a>
              ) : (
                <bdi>{name}</bdi>
              )}
            </span>
          ))}
        {photos}
        {body.trim() && (
          <div className="message-body" dir="auto">
            <LinkedText text={body} people={people} />
          </div>
        )}
        <div className="message-note">
          {sentAt && (
            <time dateTime={sentAt.toISOString()} title={fullDate(sentAt, timeZone)}>
              {clockLabel(sentAt, timeZone)}
            </time>
          )}
          {note}
        </div>
      </div>
    </div>
  );
}

import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { Names } from '#ui/Names.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { participantNames, previewOf } from './messages.rules.ts';
import type { InboxEntry } from './messages.schema.ts';
import './InboxRow.css';

export interface InboxRowProps {
  entry: InboxEntry;
  href: string;
  memberId: number;
  isRead: boolean;
  isCurrent?: boolean;
  now?: string | undefined;
  timeZone?: string;
  /** Called instead of following the link; null follows it. */
  onOpen?: (() => void) | null;
}

/** A conversation in a list, 75 pixels high: participants, latest message and unread state. */
export function InboxRow({
  entry,
  href,
  memberId,
  isRead,
  isCurrent,
  now,
  timeZone,
  onOpen,
}: InboxRowProps) {
  const { message, sender, people } = entry;
  const others = Math.max(0, message.recipients_count - people.length);
  const names = participantNames(
    people.slice(0, 3).map(({ displayname }) => displayname),
    others,
  );
  return (
    <a
      className={classes('inbox-row', !isRead && 'inbox-row-unread')}
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
          return;
        event.preventDefault();
        onOpen();
      }}
    >
      <Avatar name={sender.displayname} src={sender.image_icon} size={40} />
      <span className="inbox-row-text">
        <span className="inbox-row-head">
          <span className="inbox-row-name">
            <Names names={names} others={others} />
          </span>
          <RelativeTime
            at={message.date}
            {...(now ? { now } : {})}
            {...(timeZone ? { timeZone } : {})}
          />
        </span>
        <span className="inbox-row-title" dir="auto">
          {message.title}
        </span>
        <span className="inbox-row-preview">
          {message.user_id === memberId && <span>You: </span>}
          <span dir="auto">{previewOf(message.body, message.photo_count)}</span>
        </span>
      </span>
      {!isRead && (
        <span className="inbox-row-dot">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </a>
  );
}

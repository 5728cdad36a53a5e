import type { InboxRowModel } from '#domains/messages/messages.model.ts';
import { participantNames, toPreview } from '#domains/messages/messages.rules.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { Names } from '#ui/Names.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import './InboxRow.css';

export interface InboxRowProps {
  row: InboxRowModel;
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
  row,
  href,
  memberId,
  isRead,
  isCurrent,
  now,
  timeZone,
  onOpen,
}: InboxRowProps) {
  const { message, sender, title } = row;
  const others = Math.max(0, row.participantCount - row.names.length);
  const names = participantNames(row.names, others);
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
      <Avatar name={sender.name} src={sender.image} size={40} />
      <span className="inbox-row-text">
        <span className="inbox-row-head">
          <span className="inbox-row-name">
            <Names names={names} others={others} />
          </span>
          <RelativeTime
            at={message.sentAt}
            {...(now ? { now } : {})}
            {...(timeZone ? { timeZone } : {})}
          />
        </span>
        <span className="inbox-row-title" dir="auto">
          {title}
        </span>
        <span className="inbox-row-preview">
          {message.authorId === memberId && <span>You: </span>}
          <span dir="auto">{toPreview(message.body, message.photoCount)}</span>
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

import { dayLabel, parseWire, plainDate } from '#lib/dates.ts';
import { Names } from '#ui/Names.tsx';
import { MessageBubble } from './MessageBubble.tsx';
import { CoveredPhotos, MessagePhotos } from './MessagePhotos.tsx';
import { hasContent } from './messages.model.ts';
import type { Conversation, MessageEntry } from './messages.schema.ts';
import './MessageLog.css';

interface Props {
  messages: MessageEntry[];
  memberId: number;
  /** Wire time, to label today and yesterday. */
  now: string;
  timeZone: string;
  marks?: Conversation['read_marks'];
  people?: Conversation['recipients'];
  /** A request from a stranger that is not accepted yet. */
  isRequest?: boolean;
  /** The message that a search found. */
  foundId?: number | undefined;
}

/** Names of the readers, by the id of the last message each has read. */
function readersByMessage(
  marks: Conversation['read_marks'],
  people: Conversation['recipients'],
  own: MessageEntry[],
): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const { user_id, message_id } of marks) {
    const last = own.findLast(({ message }) => message.message_id <= message_id);
    const person = people.find((one) => one.user_id === user_id);
    if (last && person)
      found.set(last.message.message_id, [
        ...(found.get(last.message.message_id) ?? []),
        person.displayname,
      ]);
  }
  return found;
}

function SeenBy({ names, isGroup }: { names: string[]; isGroup: boolean }) {
  return (
    <span className="message-seen">
      Seen
      {isGroup && (
        <>
          {' by '}
          <Names names={names} />
        </>
      )}
    </span>
  );
}

/** Messages grouped by day, oldest first. */
export function MessageLog({
  messages,
  memberId,
  now,
  timeZone,
  marks = [],
  people = [],
  isRequest = false,
  foundId,
}: Props) {
  const shown = messages.filter(({ message }) => hasContent(message));
  const seen = readersByMessage(
    marks,
    people,
    shown.filter(({ message }) => message.user_id === memberId),
  );
  const today = parseWire(now)!;
  let day = '';
  let lastAuthorKey: string | number = '';
  return (
    <>
      {shown.map(({ message, sender, photos = [] }) => {
        const sentAt = parseWire(message.date)!;
        const thisDay = plainDate(sentAt, timeZone);
        const isNewDay = thisDay !== day;
        const authorKey = `${message.user_id} ${sender.displayname}`;
        const isFirst = isNewDay || authorKey !== lastAuthorKey;
        day = thisDay;
        lastAuthorKey = authorKey;
        const names = seen.get(message.message_id);
        const isOwn = message.user_id === memberId;
        const Photos = isRequest && !isOwn ? CoveredPhotos : MessagePhotos;
        return (
          <div
            key={message.message_id}
            className="message-place"
            id={`message-${message.message_id}`}
          >
            {isNewDay && (
              <p className="message-day">
                <span>{dayLabel(sentAt, today, timeZone)}</span>
              </p>
            )}
            <MessageBubble
              body={message.body}
              photos={photos.length > 0 && <Photos photos={photos} />}
              date={message.date}
              timeZone={timeZone}
              isOwn={isOwn}
              isFirst={isFirst}
              author={{ ...sender, user_id: message.user_id }}
              isFound={message.message_id === foundId}
              note={names && <SeenBy names={names} isGroup={people.length > 1} />}
            />
          </div>
        );
      })}
    </>
  );
}

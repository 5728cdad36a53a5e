import type { ConversationModel, MessageModel } from '#domains/messages/messages.model.ts';
import { hasContent } from '#domains/messages/messages.rules.ts';
import { dayLabel, parseWire, plainDate } from '#lib/dates.ts';
import { Names } from '#ui/Names.tsx';
import { MessageBubble } from './MessageBubble.tsx';
import { CoveredPhotos, MessagePhotos } from './MessagePhotos.tsx';
import './MessageLog.css';

interface Props {
  messages: MessageModel[];
  memberId: number;
  /** Wire time, to label today and yesterday. */
  now: string;
  timeZone: string;
  receipts?: ConversationModel['receipts'];
  people?: ConversationModel['participants'];
  /** A request from a stranger that is not accepted yet. */
  isRequest?: boolean;
  /** The message that a search found. */
  foundId?: number | undefined;
}

/** Names of the readers, by the id of the last message each has read. */
function readersByMessage(
  receipts: ConversationModel['receipts'],
  people: ConversationModel['participants'],
  own: MessageModel[],
): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const { memberId, messageId } of receipts) {
    const last = own.findLast(({ id }) => id <= messageId);
    const person = people.find(({ id }) => id === memberId);
    if (last && person) found.set(last.id, [...(found.get(last.id) ?? []), person.name]);
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
  receipts = [],
  people = [],
  isRequest = false,
  foundId,
}: Props) {
  const shown = messages.filter(hasContent);
  const seen = readersByMessage(
    receipts,
    people,
    shown.filter(({ authorId }) => authorId === memberId),
  );
  const mentionable = people.flatMap(({ id, name }) =>
    id ? [{ name, href: `/profile/${id}` }] : [],
  );
  const today = parseWire(now)!;
  let day = '';
  let lastAuthorKey: string | number = '';
  return (
    <>
      {shown.map(({ id, authorId, author, body, sentAt: date, photos }) => {
        const sentAt = parseWire(date)!;
        const thisDay = plainDate(sentAt, timeZone);
        const isNewDay = thisDay !== day;
        const authorKey = `${authorId} ${author.name}`;
        const isFirst = isNewDay || authorKey !== lastAuthorKey;
        day = thisDay;
        lastAuthorKey = authorKey;
        const names = seen.get(id);
        const isOwn = authorId === memberId;
        const Photos = isRequest && !isOwn ? CoveredPhotos : MessagePhotos;
        return (
          <div key={id} className="message-place" id={`message-${id}`}>
            {isNewDay && (
              <p className="message-day">
                <span>{dayLabel(sentAt, today, timeZone)}</span>
              </p>
            )}
            <MessageBubble
              body={body}
              photos={photos.length > 0 && <Photos photos={photos} />}
              date={date}
              timeZone={timeZone}
              isOwn={isOwn}
              isFirst={isFirst}
              author={{ ...author, id: authorId }}
              people={mentionable}
              isFound={id === foundId}
              note={names && <SeenBy names={names} isGroup={people.length > 1} />}
            />
          </div>
        );
      })}
    </>
  );
}

import { isolate } from '#lib/names.ts';
import { counted } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { UserLink } from '#ui/UserLink.tsx';
import { FriendActionForm } from './FriendActionForm.tsx';
import type { FriendAction } from './friends.rules.ts';
import type { FriendRequest } from './friends.schema.ts';
import './friends.css';

export interface RequestRowProps {
  request: FriendRequest;
  now?: string | undefined;
  timeZone?: string;
  here?: string;
  isBusy?: boolean;
  onAction?: (name: FriendAction) => void;
}

/**
 * Sender and date of a request with the two answers: 110 pixels high in the popup and on the page.
 */
export function RequestRow({ request, now, timeZone, here, isBusy, onAction }: RequestRowProps) {
  const { subject, mutualFriendCount, date } = request;
  const { displayname: name, user_id: userId } = subject;
  return (
    <div className="request-row">
      <UserLink
        href={`/profile/${userId}`}
        name={name}
        src={subject.image_icon}
        note={
          mutualFriendCount
            ? `${counted(mutualFriendCount, 'friend')} in common`
            : `@${subject.username}`
        }
      />
      <span className="request-when">
        <RelativeTime at={date} {...(now ? { now } : {})} {...(timeZone ? { timeZone } : {})} />
      </span>
      <FriendActionForm
        userId={userId}
        {...(here ? { here } : {})}
        className="request-answers"
        {...(onAction ? { onAction } : {})}
      >
        <Button
          type="submit"
          name="step"
          value="confirm"
          variant="primary"
          size="small"
          busy={isBusy}
          aria-label={`Confirm the request of ${isolate(name)}`}
        >
          Confirm
        </Button>
        <Button
          type="submit"
          name="step"
          value="reject"
          size="small"
          busy={isBusy}
          aria-label={`Reject the request of ${isolate(name)}`}
        >
          Reject
        </Button>
      </FriendActionForm>
    </div>
  );
}

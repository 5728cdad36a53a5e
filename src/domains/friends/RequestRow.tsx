import { isolate } from '#lib/names.ts';
import type { ServedScreen } from '#lib/served-form.ts';
import { counted } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { UserLink } from '#ui/UserLink.tsx';
import { FriendActionForm } from './FriendActionForm.tsx';
import type { RequestModel } from './friends.model.ts';
import type { FriendAction } from './friends.rules.ts';
import './friends.css';

export interface RequestRowProps {
  request: RequestModel;
  now?: string | undefined;
  timeZone?: string;
  here?: ServedScreen;
  isBusy?: boolean;
  onAction?: (name: FriendAction) => void;
}

/**
 * Sender and date of a request with the two answers: 110 pixels high in the popup and on the page.
 */
export function RequestRow({ request, now, timeZone, here, isBusy, onAction }: RequestRowProps) {
  const { sender, mutualCount, date } = request;
  const { name, id: userId } = sender;
  return (
    <div className="request-row">
      <UserLink
        href={`/profile/${userId}`}
        name={name}
        src={sender.image}
        note={mutualCount ? `${counted(mutualCount, 'friend')} in common` : `@${sender.username}`}
      />
      <span className="request-when">
        <RelativeTime at={date} {...(now ? { now } : {})} {...(timeZone ? { timeZone } : {})} />
      </span>
      <FriendActionForm
        userId={userId}
        here={here}
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

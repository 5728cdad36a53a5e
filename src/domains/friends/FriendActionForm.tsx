import type { ReactNode, SubmitEvent } from 'react';
import type { MoveName } from './friends.rules.ts';

export interface MoveFormProps {
  userId: number;
  /** Where to come back to without script. */
  here?: string;
  className?: string;
  /** Where script runs. */
  onMove?: (name: MoveName) => void;
  /** Buttons with `type="submit" name="step"` and a MoveName as value. */
  children: ReactNode;
}

/**
 * Steps between two members as a form: without script it is sent to /friends, which comes back
 * here.
 */
export function FriendActionForm({ userId, here, className, onMove, children }: MoveFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent;
    if (!onMove || !(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (submitter.ariaDisabled !== 'true') onMove(submitter.value as MoveName);
  };
  return (
    <form method="post" action="/friends" className={className} onSubmit={submit}>
      <input type="hidden" name="user_id" value={userId} />
      {here && <input type="hidden" name="next" value={here} />}
      {children}
    </form>
  );
}

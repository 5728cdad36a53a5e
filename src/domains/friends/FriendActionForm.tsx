import type { ReactNode, SubmitEvent } from 'react';
import type { ServedScreen } from '#lib/served-form.ts';
import { MemberField } from '#ui/MemberField.tsx';
import type { FriendAction } from './friends.rules.ts';

export interface FriendActionFormProps {
  userId: number;
  /** Missing where it is rendered by script. */
  here?: ServedScreen | undefined;
  className?: string;
  /** Runs the action with script. */
  onAction?: (name: FriendAction) => void;
  /** Buttons with `type="submit" name="step"` and a FriendAction as value. */
  children: ReactNode;
}

/**
 * Form for actions between two members: without script it posts to /friends, which redirects back.
 */
export function FriendActionForm({
  userId,
  here,
  className,
  onAction,
  children,
}: FriendActionFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent;
    if (!onAction || !(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (submitter.ariaDisabled !== 'true') onAction(submitter.value as FriendAction);
  };
  return (
    <form method="post" action="/friends" className={className} onSubmit={submit}>
      <MemberField id={here?.member} />
      <input type="hidden" name="user_id" value={userId} />
      {here && <input type="hidden" name="next" value={here.path} />}
      {children}
    </form>
  );
}

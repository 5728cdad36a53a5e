import { useStore } from '@nanostores/react';
import {
  Check,
  ChevronDown,
  Clock,
  UserCheck,
  UserMinus,
  UserPlus,
  X,
  type IconNode,
} from 'lucide';
import { memo, useEffect, useId, useState } from 'react';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { isolate } from '#lib/names.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Popover } from '#ui/Popover.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { FriendActionForm } from './FriendActionForm.tsx';
import type { FriendshipType, MoveName } from './friends.rules.ts';
import { $friendships, $underWay, move } from './friends.store.ts';
import './friends.css';

export interface FriendButtonProps {
  userId: number;
  name: string;
  /** As the server said. */
  standing: FriendshipType;
  size?: 'small' | 'medium';
  /** The address of this screen, to come back to without script. */
  here: string;
}

const icon = (of: IconNode) => <Icon of={of} />;

/**
 * Ask, take back, answer or end: what can be done about somebody, whatever stands between the two.
 * Nothing, where the person takes no requests.
 */
export const FriendButton = memo(function FriendButton({
  userId,
  name,
  standing: served,
  size = 'medium',
  here,
}: FriendButtonProps) {
  const standing = useStore($friendships, { keys: [userId], ssr: 'initial' })[userId] ?? served;
  const isBusy = useStore($underWay, { ssr: 'initial' }).has(userId);
  const [isAsking, setAsking] = useState(false);
  const [ConfirmDialog, needConfirmDialog] = useLazy(() =>
    import('#ui/ConfirmDialog.tsx').then((part) => part.ConfirmDialog),
  );
  const menu = useId();
  useEffect(replayChanges, []);

  const go = async (step: MoveName) => {
    // Closed first: the focus goes back to the button, which stays while its words change.
    document.getElementById(menu)?.hidePopover();
    if (step !== 'remove') await move(step, userId);
    else if (await needConfirmDialog()) setAsking(true);
  };
  if (standing === 'cannot_add') return null;
  const step = { type: 'submit', name: 'step', size, busy: isBusy } as const;
  const hasMenu = standing === 'cancel_request' || standing === 'remove_friend';
  const main = {
    add_friend: {
      ...step,
      value: 'add',
      variant: 'primary',
      icon: icon(UserPlus),
      children: 'Add friend',
      'aria-label': `Add friend ${isolate(name)}`,
    },
    accept_request: {
      ...step,
      value: 'confirm',
      variant: 'primary',
      icon: icon(Check),
      children: 'Confirm',
      'aria-label': `Confirm the request of ${isolate(name)}`,
    },
    cancel_request: {
      icon: icon(Clock),
      children: ['Request sent', <Icon of={ChevronDown} key="more" />],
      'aria-label': `Request sent to ${isolate(name)}`,
    },
    remove_friend: {
      icon: icon(UserCheck),
      children: [
        <span key="word" className="friend-word">
          Friends
        </span>,
        <Icon of={ChevronDown} key="more" />,
      ],
      'aria-label': `Friends with ${isolate(name)}`,
    },
  } as const;
  const inMenu =
    standing === 'remove_friend'
      ? { value: 'remove', label: 'Remove friend', icon: UserMinus }
      : { value: 'cancel', label: 'Cancel request', icon: X };

  return (
    <>
      <FriendActionForm
        userId={userId}
        here={here}
        className="friend-button"
        onMove={(name) => void go(name)}
      >
        <Button
          {...main[standing]}
          {...(hasMenu
            ? { type: 'button', size, busy: isBusy, popoverTarget: menu, 'aria-haspopup': true }
            : {})}
        />
        {standing === 'accept_request' && (
          <Button {...step} value="reject" aria-label={`Reject the request of ${isolate(name)}`}>
            Reject
          </Button>
        )}
        {hasMenu && (
          <Popover id={menu} label={main[standing]['aria-label']}>
            <button
              type="submit"
              name="step"
              value={inMenu.value}
              className={
                standing === 'remove_friend' ? 'menu-entry menu-entry-danger' : 'menu-entry'
              }
            >
              {icon(inMenu.icon)}
              {inMenu.label}
            </button>
          </Popover>
        )}
      </FriendActionForm>
      {ConfirmDialog && (
        <ConfirmDialog
          open={isAsking}
          title="Remove friend"
          text={`${isolate(name)} and you will no longer see what the other shares with friends. ${isolate(name)} is not told.`}
          confirmLabel="Remove friend"
          isDanger
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void move('remove', userId);
          }}
        />
      )}
    </>
  );
});

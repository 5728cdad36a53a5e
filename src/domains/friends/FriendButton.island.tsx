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
import type { ServedScreen } from '#lib/served-form.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Popover } from '#ui/Popover.tsx';
import { useConfirmDialog } from '#ui/use-lazy.ts';
import { FriendActionForm } from './FriendActionForm.tsx';
import type { FriendAction, FriendshipType } from './friends.rules.ts';
import { $friendships, $pendingIds, runFriendAction } from './friends.store.ts';
import './friends.css';

export interface FriendButtonProps {
  userId: number;
  name: string;
  /** As served. */
  friendship: FriendshipType;
  size?: 'small' | 'medium';
  /** For the form without script. */
  here?: ServedScreen | undefined;
}

const icon = (of: IconNode) => <Icon of={of} />;

/**
 * Add friend, cancel, accept or reject, or remove, depending on the relationship. Nothing if the
 * person accepts no requests.
 */
export const FriendButton = memo(function FriendButton({
  userId,
  name,
  friendship: served,
  size = 'medium',
  here,
}: FriendButtonProps) {
  const friendship = useStore($friendships, { keys: [userId], ssr: 'initial' })[userId] ?? served;
  const isBusy = useStore($pendingIds, { ssr: 'initial' }).has(userId);
  const [isAsking, setAsking] = useState(false);
  const [ConfirmDialog, needConfirmDialog] = useConfirmDialog();
  const menu = useId();
  useEffect(replayChanges, []);

  const run = async (step: FriendAction) => {
    // Close first: the focus returns to the button, which stays while its label changes.
    document.getElementById(menu)?.hidePopover();
    if (step !== 'remove') await runFriendAction(step, userId);
    else if (await needConfirmDialog()) setAsking(true);
  };
  if (friendship === 'cannot_add') return null;
  const step = { type: 'submit', name: 'step', size, busy: isBusy } as const;
  const hasMenu = friendship === 'cancel_request' || friendship === 'remove_friend';
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
    friendship === 'remove_friend'
      ? { value: 'remove', label: 'Remove friend', icon: UserMinus }
      : { value: 'cancel', label: 'Cancel request', icon: X };

  return (
    <>
      <FriendActionForm
        userId={userId}
        here={here}
        className="friend-button"
        onAction={(name) => void run(name)}
      >
        <Button
          {...main[friendship]}
          {...(hasMenu
            ? { type: 'button', size, busy: isBusy, popoverTarget: menu, 'aria-haspopup': true }
            : {})}
        />
        {friendship === 'accept_request' && (
          <Button {...step} value="reject" aria-label={`Reject the request of ${isolate(name)}`}>
            Reject
          </Button>
        )}
        {hasMenu && (
          <Popover id={menu} label={main[friendship]['aria-label']}>
            <button
              type="submit"
              name="step"
              value={inMenu.value}
              className={
                friendship === 'remove_friend' ? 'menu-entry menu-entry-danger' : 'menu-entry'
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
          text={`You and ${isolate(name)} will no longer see what the other shares with friends. ${isolate(name)} is not notified.`}
          confirmLabel="Remove friend"
          isDanger
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void runFriendAction('remove', userId);
          }}
        />
      )}
    </>
  );
});

import { useStore } from '@nanostores/react';
import { X } from 'lucide';
import { memo, useEffect } from 'react';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { counted } from '#lib/text.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { UserLink } from '#ui/UserLink.tsx';
import { FriendActionForm } from './FriendActionForm.tsx';
import { FriendButton } from './FriendButton.island.tsx';
import type { FriendRow } from './friends.schema.ts';
import { $dismissed, dismiss } from './friends.store.ts';
import '#ui/Card.css';
import './friends.css';

export interface PeopleGridProps {
  people: FriendRow[];
  here: string;
  label: string;
  /** Suggestions can be dismissed. */
  canDismiss?: boolean;
}

/** Cards of people, each with its friend button. */
export const PeopleGrid = memo(function PeopleGrid({
  people,
  here,
  label,
  canDismiss,
}: PeopleGridProps) {
  const dismissed = useStore($dismissed, { ssr: 'initial' });
  useEffect(replayChanges, []);
  return (
    <ul className="people" aria-label={label}>
      {people
        .filter(({ user_id }) => !dismissed.has(user_id))
        .map(
          ({
            user_id: userId,
            displayname: name,
            image_icon,
            mutualFriendCount,
            friendship_type,
          }) => (
            <li key={userId} className="person card">
              <UserLink
                href={`/profile/${userId}`}
                name={name}
                src={image_icon}
                size={56}
                {...(mutualFriendCount
                  ? { note: `${counted(mutualFriendCount, 'friend')} in common` }
                  : {})}
              />
              {canDismiss && (
                <FriendActionForm
                  userId={userId}
                  here={here}
                  className="person-dismiss"
                  onAction={() => void dismiss(userId)}
                >
                  <IconButton
                    type="submit"
                    name="step"
                    value="dismiss"
                    label="Do not suggest"
                    icon={<Icon of={X} />}
                  />
                </FriendActionForm>
              )}
              <FriendButton
                userId={userId}
                name={name}
                friendship={friendship_type}
                size="small"
                here={here}
              />
            </li>
          ),
        )}
    </ul>
  );
});

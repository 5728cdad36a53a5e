import { useStore } from '@nanostores/react';
import { X } from 'lucide';
import { memo, useEffect } from 'react';
import { replayChanges } from '#lib/bfcache-changes.ts';
import type { ServedScreen } from '#lib/served-form.ts';
import { counted } from '#lib/text.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { UserLink } from '#ui/UserLink.tsx';
import { FriendActionForm } from './FriendActionForm.tsx';
import { FriendButton } from './FriendButton.island.tsx';
import type { PersonModel } from './friends.model.ts';
import { $dismissed, dismiss } from './friends.store.ts';
import '#ui/Card.css';
import './friends.css';

export interface PeopleGridProps {
  people: PersonModel[];
  here?: ServedScreen;
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
        .filter(({ id }) => !dismissed.has(id))
        .map(({ id: userId, name, image, friendship, mutualCount }) => (
          <li key={userId} className="person card">
            <UserLink
              href={`/profile/${userId}`}
              name={name}
              src={image}
              size={56}
              {...(mutualCount ? { note: `${counted(mutualCount, 'friend')} in common` } : {})}
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
              friendship={friendship}
              size="small"
              here={here}
            />
          </li>
        ))}
    </ul>
  );
});

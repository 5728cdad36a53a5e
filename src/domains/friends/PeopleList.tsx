import { counted } from '#lib/text.ts';
import { UserLink } from '#ui/UserLink.tsx';
import type { FriendRow } from './friends.schema.ts';
import '#ui/Card.css';
import './friends.css';

/** Cards of people without actions. */
export const PeopleList = ({ people, label }: { people: FriendRow[]; label: string }) => (
  <ul className="people" aria-label={label}>
    {people.map(({ user_id: id, displayname, image_icon, mutualFriendCount }) => (
      <li key={id} className="person card">
        <UserLink
          href={`/profile/${id}`}
          name={displayname}
          src={image_icon}
          size={56}
          {...(mutualFriendCount
            ? { note: `${counted(mutualFriendCount, 'friend')} in common` }
            : {})}
        />
      </li>
    ))}
  </ul>
);

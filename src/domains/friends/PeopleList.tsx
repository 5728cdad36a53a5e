import { counted } from '#lib/text.ts';
import { UserLink } from '#ui/UserLink.tsx';
import type { PersonModel } from './friends.model.ts';
import '#ui/Card.css';
import './friends.css';

/** Cards of people without actions. */
export const PeopleList = ({ people, label }: { people: PersonModel[]; label: string }) => (
  <ul className="people" aria-label={label}>
    {people.map(({ id, name, image, mutualCount }) => (
      <li key={id} className="person card">
        <UserLink
          href={`/profile/${id}`}
          name={name}
          src={image}
          size={56}
          {...(mutualCount ? { note: `${counted(mutualCount, 'friend')} in common` } : {})}
        />
      </li>
    ))}
  </ul>
);

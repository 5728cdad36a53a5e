import { useStore } from '@nanostores/react';
import { memo, useEffect, useState } from 'react';
import { onLive, type LiveSubject } from '#lib/live-events.ts';
import { suggestPeople } from './friends.calls.ts';
import { toPerson, type PersonModel } from './friends.model.ts';
import { $dismissed } from './friends.store.ts';
import { PeopleGrid } from './PeopleGrid.island.tsx';
import './friends.css';

const shown = 3;

/**
 * People with friends in common beside the feed on wide screens, or the newest members for somebody
 * without friends. Loaded after the page, because suggestions are its most expensive part. Stays
 * empty on failure. memo, because Astro does not recognise a plain function that returns null as a
 * component.
 */
export const SuggestionsRail = memo(function SuggestionsRail() {
  const [people, setPeople] = useState<PersonModel[]>([]);
  const [heading, setHeading] = useState('People you may know');
  const dismissed = useStore($dismissed, { ssr: 'initial' });
  useEffect(() => {
    // A few more, to replace dismissed ones.
    suggestPeople({ limit: shown * 3 }).then(
      ({ users, newcomers }) => {
        if (!users.length) setHeading('New here');
        setPeople((users.length ? users : newcomers).map(toPerson));
      },
      () => undefined,
    );
  }, []);
  useEffect(
    () =>
      onLive<LiveSubject>('blocked', ({ id }) =>
        setPeople((known) => known.filter((person) => person.id !== id)),
      ),
    [],
  );
  const left = people.filter(({ id }) => !dismissed.has(id)).slice(0, shown);
  if (!left.length) return null;
  return (
    <section className="people-rail">
      <h2 className="people-heading">
        {heading} <a href="/friends/suggestions">See all</a>
      </h2>
      <PeopleGrid people={left} label={heading} canDismiss />
    </section>
  );
});

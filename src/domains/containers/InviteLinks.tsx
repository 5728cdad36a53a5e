import { useState } from 'react';
import { dateLabel, parseWire } from '#lib/dates.ts';
import { RestError } from '#lib/rest.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import { toInviteLink, type InviteLinkAnswer } from './invite-links.model.ts';

/** Days that a link is valid, and its number of uses (empty: any). */
export interface LinkChoice {
  days: number;
  uses: number | '';
}

const dayOptions = { '1': '1 day', '7': '7 days', '14': '14 days', '30': '30 days' };
const usesOptions = {
  '': 'Any number of times',
  '1': 'Once',
  '5': '5 times',
  '25': '25 times',
  '100': '100 times',
};

interface InviteLinksProps {
  served: InviteLinkAnswer[];
  /** The calls of the kind of container. */
  api: {
    list: () => Promise<{ response: InviteLinkAnswer[] }>;
    create: (choice: LinkChoice) => Promise<{ url: string }>;
    revoke: (linkId: number) => Promise<void>;
  };
  timeZone: string;
  /** Unless the screen has such a heading already. */
  heading?: string;
}

/**
 * Links by which members join a container. A new one is shown once, because only its hash is
 * stored.
 */
export function InviteLinks({ served, api, timeZone, heading }: InviteLinksProps) {
  const [links, setLinks] = useState(() => served.map(toInviteLink));
  const [created, setCreated] = useState('');
  const [problem, setProblem] = useState('');
  const [days, setDays] = useState('14');
  const [uses, setUses] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function change(work: () => Promise<unknown>) {
    setBusy(true);
    setProblem('');
    try {
      await work();
      setLinks((await api.list()).response.map(toInviteLink));
    } catch (error) {
      setProblem(error instanceof RestError ? error.message : 'Unknown error');
    } finally {
      setBusy(false);
    }
  }
  const create = () =>
    change(async () =>
      setCreated((await api.create({ days: Number(days), uses: Number(uses) || '' })).url),
    );
  const end = (linkId: number) => change(() => api.revoke(linkId));

  return (
    <div className="settings-part needs-script">
      {heading && <h2>{heading}</h2>}
      <p>Whoever opens such a link can join at once.</p>
      {created && (
        <p className="notice" role="status">
          Copy it now, it is not shown again: <code className="container-link">{created}</code>
        </p>
      )}
      {problem && (
        <p className="notice notice-bad" role="alert">
          {problem}
        </p>
      )}
      {links.length > 0 && (
        <ul className="container-people">
          {links.map(({ id, usesLeft, expiresAt }) => (
            <li key={id}>
              <span className="container-person">
                Until {dateLabel(parseWire(expiresAt)!, new Date(), timeZone)}
                {usesLeft !== null && <small>{usesLeft} uses left</small>}
              </span>
              <Button size="small" disabled={isBusy} onClick={() => void end(id)}>
                End <span className="sr-only">the link</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Select
        label="Valid for"
        name="days"
        options={dayOptions}
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
      <Select
        label="Can be used"
        name="uses"
        options={usesOptions}
        value={uses}
        onChange={(event) => setUses(event.target.value)}
      />
      <Button variant="primary" busy={isBusy} onClick={() => void create()}>
        Create a link
      </Button>
    </div>
  );
}

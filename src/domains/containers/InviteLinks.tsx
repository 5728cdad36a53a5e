import { useState } from 'react';
import { dateLabel, parseWire } from '#lib/dates.ts';
import { RestError } from '#lib/rest.ts';
import { Button } from '#ui/Button.tsx';

interface InviteLink {
  link_id: number;
  /** Null: any number of times. */
  uses_left: number | null;
  /** In the interface's notation. */
  expires: string;
}

interface InviteLinksProps {
  served: InviteLink[];
  /** The calls of the kind of container. */
  api: {
    list: () => Promise<{ response: InviteLink[] }>;
    create: () => Promise<{ url: string }>;
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
  const [links, setLinks] = useState(served);
  const [created, setCreated] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function change(work: () => Promise<unknown>) {
    setBusy(true);
    setProblem('');
    try {
      await work();
      setLinks((await api.list()).response);
    } catch (error) {
      setProblem(error instanceof RestError ? error.message : 'Unknown error');
    } finally {
      setBusy(false);
    }
  }
  const create = () => change(async () => setCreated((await api.create()).url));
  const end = (linkId: number) => change(() => api.revoke(linkId));

  return (
    <div className="settings-part needs-script">
      {heading && <h2>{heading}</h2>}
      <p>Whoever opens such a link can join at once. It is valid for 14 days.</p>
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
          {links.map(({ link_id, uses_left, expires }) => (
            <li key={link_id}>
              <span className="container-person">
                Until {dateLabel(parseWire(expires)!, new Date(), timeZone)}
                {uses_left !== null && <small>{uses_left} uses left</small>}
              </span>
              <Button size="small" disabled={isBusy} onClick={() => void end(link_id)}>
                End <span className="sr-only">the link</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="primary" busy={isBusy} onClick={() => void create()}>
        Create a link
      </Button>
    </div>
  );
}

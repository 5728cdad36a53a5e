import { Copy } from 'lucide';
import { memo, useRef, useState } from 'react';
import { copyText } from '#lib/copy.ts';
import { dateLabel, parseWire } from '#lib/dates.ts';
import type { CallName } from '#lib/form-call.ts';
import { namedCall, RestError } from '#lib/rest.ts';
import { counted } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import {
  toInviteLink,
  toLinkInput,
  toNewLink,
  type InviteLinkAnswer,
  type LinkInput,
  type NewLinkAnswer,
  type NewLinkModel,
} from './invite-links.model.ts';

/** Days that a link is valid, and its number of uses (empty: any). */
interface LinkChoice {
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
  /** Id of the container. */
  id: number;
  served: { response: InviteLinkAnswer[] };
  timeZone: string;
  /** The calls of the kind of container. */
  calls: Record<'list' | 'create' | 'revoke', CallName>;
  /** Unless the screen has such a heading already. */
  heading?: string;
}

/**
 * Links by which members join a container. A new one is shown once, because only its hash is
 * stored.
 */
export const InviteLinks = memo(function InviteLinks({
  id,
  served,
  timeZone,
  calls,
  heading,
}: InviteLinksProps) {
  const [links, setLinks] = useState(() => served.response.map(toInviteLink));
  const [created, setCreated] = useState<NewLinkModel>();
  /** Announced to screen readers. */
  const [state, setState] = useState('');
  const [problem, setProblem] = useState('');
  const [days, setDays] = useState('14');
  const [uses, setUses] = useState('');
  const [isBusy, setBusy] = useState(false);
  const urlField = useRef<HTMLInputElement>(null);
  const createButton = useRef<HTMLDivElement>(null);

  async function change(work: () => Promise<unknown>) {
    setBusy(true);
    setProblem('');
    try {
      await work();
      const list = namedCall<{ id: number }, { response: InviteLinkAnswer[] }>(calls.list);
      setLinks((await list({ id })).response.map(toInviteLink));
    } catch (error) {
      setProblem(error instanceof RestError ? error.message : 'Unknown error');
    } finally {
      setBusy(false);
    }
  }
  const create = () =>
    change(async () => {
      const choice = { days: Number(days), uses: Number(uses) || ('' as const) };
      const send = namedCall<{ id: number } & LinkChoice, NewLinkAnswer>(calls.create);
      setCreated(toNewLink(await send({ id, ...choice })));
      setState('Your new link is ready. Copy it now: you will not see it again.');
    });
  const end = (linkId: number) =>
    change(async () => {
      await namedCall<{ id: number } & LinkInput, void>(calls.revoke)({
        id,
        ...toLinkInput(linkId),
      });
      if (linkId === created?.id) setCreated(undefined);
      setState('The link was revoked.');
      // Its button has the focus and goes with it.
      createButton.current?.querySelector('button')?.focus();
    });
  async function copy({ url }: NewLinkModel) {
    if (await copyText(url)) return setState('Link copied.');
    urlField.current!.select();
    setState('The link is selected: copy it with your keyboard or the menu of your browser.');
  }

  return (
    <div className="settings-part needs-script">
      {heading && <h2>{heading}</h2>}
      <p>Anyone with one of these links can join at once.</p>
      <p className={state ? 'notice' : 'container-status'} role="status">
        {state}
      </p>
      {created && (
        <>
          <Field
            ref={urlField}
            label="New link"
            name="link"
            value={created.url}
            readOnly
            onFocus={(event) => event.target.select()}
          />
          <Button icon={<Icon of={Copy} />} onClick={() => void copy(created)}>
            Copy link
          </Button>
        </>
      )}
      {problem && (
        <p className="notice notice-bad" role="alert">
          {problem}
        </p>
      )}
      {links.length > 0 && (
        <ul className="container-people">
          {links.map(({ id: linkId, usesLeft, expiresAt }) => (
            <li key={linkId}>
              <span className="container-person">
                Until {dateLabel(parseWire(expiresAt)!, new Date(), timeZone)}
                {usesLeft !== null && <small>{counted(usesLeft, 'use')} left</small>}
              </span>
              <Button size="small" disabled={isBusy} onClick={() => void end(linkId)}>
                Revoke <span className="sr-only">the link</span>
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
      <div ref={createButton}>
        <Button variant="primary" busy={isBusy} onClick={() => void create()}>
          Create a link
        </Button>
      </div>
    </div>
  );
});

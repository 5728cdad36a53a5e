import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { UserLink } from '#ui/UserLink.tsx';
import { VirtualList } from '#ui/VirtualList.tsx';
import { reactionNamed } from './reactions.rules.ts';
import {
  noReactors,
  toReactorTabs,
  withPage,
  type ReactorList,
  type ReactorModel,
  type Reactors,
  type ReactorTabModel,
} from './reactors.model.ts';
import { ReactorTabs, type TabName } from './ReactorTabs.tsx';
import './ReactorsDialog.css';

export interface ReactorsDialogProps {
  open: boolean;
  list: ReactorList;
  onClose: () => void;
}

/** Reactors, all together and by kind. Loaded again each time the dialog opens. */
export function ReactorsDialog({ open, list, onClose }: ReactorsDialogProps) {
  return (
    <Dialog title="Reactions" size="small" open={open} onClose={onClose} isLight>
      {open && <ReactorTabPanel list={list} />}
    </Dialog>
  );
}

function ReactorTabPanel({ list }: { list: ReactorList }) {
  const [tabs, setTabs] = useState<ReactorTabModel[]>([]);
  const [tab, setTab] = useState<TabName>('all');
  const [found, setFound] = useState<Partial<Record<TabName, Reactors>>>({});
  const [failed, setFailed] = useState(false);
  const asked = useRef(new Set<string>());
  const shown = found[tab];

  const load = async (name: TabName) => {
    const { next } = found[name] ?? noReactors;
    const request = `${name} ${next}`;
    // Already loading: the end of the list is reached more than once meanwhile.
    if (next === null || asked.current.has(request)) return;
    asked.current.add(request);
    setFailed(false);
    try {
      const page = await list({ page: next, ...(name === 'all' ? {} : { reaction: name }) });
      setTabs((known) => toReactorTabs(page) ?? known);
      setFound((known) => ({ ...known, [name]: withPage(known[name] ?? noReactors, page) }));
    } catch {
      asked.current.delete(request);
      setFailed(true);
    }
  };

  const open = useEffectEvent(() => {
    if (!shown) void load(tab);
  });
  useEffect(() => open(), [tab]);

  return (
    <div className="reactors">
      <ReactorTabs tabs={tabs} current={tab} onChoose={setTab} />
      <div
        id="reactors-panel"
        className="reactors-panel"
        role="tabpanel"
        aria-labelledby={`reactors-${tab}`}
      >
        {shown && (
          <VirtualList
            key={tab}
            items={shown.people}
            keyOf={({ id }) => id}
            row={(person) => <Reactor person={person} />}
            estimate={56}
            label="People who reacted"
            className="reactors-list"
            onEndReached={() => void load(tab)}
          />
        )}
        {shown?.people.length === 0 && shown.next === null && (
          <p className="reactors-none">Nobody you can see here.</p>
        )}
        {failed && (
          <ErrorState onRetry={() => void load(tab)}>The list could not be loaded.</ErrorState>
        )}
        {!shown && !failed && <Skeleton kind="row" count={4} />}
      </div>
    </div>
  );
}

function Reactor({ person }: { person: ReactorModel }) {
  const { emoji, caption } = reactionNamed(person.reaction);
  return (
    <div className="reactor">
      <UserLink href={`/profile/${person.id}`} name={person.name} src={person.image} />
      <span className="reactor-kind" role="img" aria-label={caption} data-tip={caption}>
        {emoji}
      </span>
    </div>
  );
}

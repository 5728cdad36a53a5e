import { useStore } from '@nanostores/react';
import { Inbox as InboxIcon } from 'lucide';
import { memo, useEffect, useState } from 'react';
import type { InboxModel } from '#domains/messages/messages.model.ts';
import type { InboxFolder } from '#domains/messages/messages.schema.ts';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { toWire } from '#lib/dates.ts';
import { isLive, onLive } from '#lib/live-events.ts';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { refreshList } from './inbox.store.ts';
import { InboxRow } from './InboxRow.tsx';
import { $marked } from './unread.store.ts';
import { useFolder } from './use-folder.ts';

interface Props {
  served: InboxModel;
  memberId: number;
  now: string;
  timeZone: string;
  folder: InboxFolder;
  search: string;
  page: number;
  currentId?: number;
}

/** Polling interval without a live stream, in milliseconds. */
const pollInterval = 10_000;

/** A page of conversations; the first page of a folder refreshes while it is visible. */
export const InboxList = memo(function InboxList({
  served,
  memberId,
  now: servedNow,
  timeZone,
  folder: servedFolder,
  search,
  page,
  currentId,
}: Props) {
  const marked = useStore($marked, { ssr: 'initial' });
  const folder = useFolder(servedFolder, page === 1 ? currentId : undefined);
  const [list, setList] = useState(served);
  const [now, setNow] = useState(servedNow);

  const pageSize = Math.max(served.rows.length, 20);
  useEffect(() => {
    replayChanges();
    if (page > 1 || search) return;
    let isStopped = false;
    const refresh = oneAtATime(async () => {
      if (document.visibilityState !== 'visible') return;
      const fresh = await refreshList({ folder, limit: pageSize });
      if (!fresh || isStopped) return;
      setList(fresh);
      setNow(toWire(new Date()));
    });
    if (folder !== servedFolder) refresh();
    const stops = ['messages', 'read', 'missed'].map((type) => onLive(type, refresh));
    const timer = setInterval(() => !isLive() && refresh(), pollInterval);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      isStopped = true;
      for (const stop of stops) stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [folder, servedFolder, page, search, pageSize]);

  if (!list.rows.length) {
    const noMessages = folder === 'requests' ? 'No requests.' : 'No messages yet.';
    return (
      <EmptyState
        icon={<Icon of={InboxIcon} />}
        action={!search && folder !== 'requests' && <Button href="/search">Find people</Button>}
      >
        {search ? 'No results!' : noMessages}
      </EmptyState>
    );
  }
  return (
    <ul className="inbox-rows">
      {list.rows.map((row) => {
        const { id } = row;
        const isCurrent = id === currentId;
        const isRead = marked[id] ?? row.isRead;
        const query = new URLSearchParams({
          ...(search ? { search, message: String(row.message.id) } : {}),
          ...(folder === 'requests' ? { folder } : {}),
        }).toString();
        return (
          <li key={id}>
            <InboxRow
              row={row}
              href={`/messages/${id}${query && `?${query}`}`}
              memberId={memberId}
              isRead={isRead}
              isCurrent={isCurrent}
              now={now}
              timeZone={timeZone}
            />
          </li>
        );
      })}
    </ul>
  );
});

import { useStore } from '@nanostores/react';
import { memo } from 'react';
import type { InboxFolder } from '#domains/messages/messages.schema.ts';
import { $inbox } from './inbox.store.ts';
import { useFolder } from './use-folder.ts';

interface Props {
  folder: InboxFolder;
  /** As served. */
  requestCount: number;
  isSearch: boolean;
  currentId?: number;
}

/** Tabs for the inbox and for message requests from strangers. */
export const InboxFolders = memo(function InboxFolders({
  folder: served,
  requestCount,
  isSearch,
  currentId,
}: Props) {
  const folder = useFolder(served, currentId);
  const count = useStore($inbox, { ssr: 'initial' })?.requestCount ?? requestCount;
  const current = (name: InboxFolder) => (!isSearch && folder === name ? 'page' : undefined);
  return (
    <nav className="messages-folders" aria-label="Folders">
      <a href="/messages" aria-current={current('inbox')}>
        Inbox
      </a>
      <a href="/messages?folder=requests" aria-current={current('requests')}>
        {count > 0 ? `Requests (${count})` : 'Requests'}
      </a>
    </nav>
  );
});

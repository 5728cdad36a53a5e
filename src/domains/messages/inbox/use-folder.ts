import { useStore } from '@nanostores/react';
import { $threads } from '#domains/messages/conversation/conversation.store.ts';
import type { InboxFolder } from '#domains/messages/messages.schema.ts';

/** Folder of the list: accepting the opened request moves it, and the list, to the inbox. */
export function useFolder(served: InboxFolder, currentId: number | undefined): InboxFolder {
  const change = useStore($threads, { keys: currentId ? [currentId] : [], ssr: 'initial' })[
    currentId ?? 0
  ];
  return change?.latest?.isRequest === false ? 'inbox' : served;
}

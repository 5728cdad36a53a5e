import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { isolate } from '#lib/names.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { announce, toast } from '#ui/toast.ts';
import { $draft, changeDraft } from './composer.store.ts';
import { mostTags, type DraftTag } from './draft.rules.ts';
import { searchFriends, type FriendsFound } from './friend-search.store.ts';
import { FriendCombobox } from './FriendCombobox.tsx';
import type { ToolDialogProps } from './tools.ts';
import './composer-dialogs.css';

const pause = 300;

/** Friends who are named on the post, found by their names. */
export function TagDialog({ memberId, onClose }: ToolDialogProps) {
  const { tags, privacy } = useStore($draft);
  const [text, setText] = useState('');
  const [found, setFound] = useState<FriendsFound>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(
      async () => {
        const answer = await searchFriends(text.trim());
        if (isGone || !answer) return;
        setFound(answer);
        if (answer.kind === 'found')
          announce(answer.friends.length ? `${answer.friends.length} found` : 'No results!');
      },
      text ? pause : 0,
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [text, tries]);

  const change = (next: DraftTag[]) => changeDraft(memberId, { tags: next });
  const toggle = (friend: DraftTag) => {
    const isTagged = tags.some(({ id }) => id === friend.id);
    if (!isTagged && tags.length === mostTags)
      return void toast.error(`At most ${mostTags} friends can be tagged.`);
    change(isTagged ? tags.filter(({ id }) => id !== friend.id) : [...tags, friend]);
    announce(`${isolate(friend.label)} ${isTagged ? 'removed' : 'tagged'}`);
  };

  const footer = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title="Tag A Friend" open onClose={onClose} footer={footer}>
      {tags.length > 0 && (
        <div className="draft-chips">
          {tags.map((tag) => (
            <Chip
              key={tag.id}
              icon={<Avatar name={tag.label} src={tag.image} size={24} />}
              onRemove={() => toggle(tag)}
              removeLabel={`Remove ${isolate(tag.label)}`}
            >
              {tag.label}
            </Chip>
          ))}
        </div>
      )}
      <FriendCombobox
        text={text}
        onText={setText}
        friends={found?.kind === 'found' ? found.friends : []}
        tagged={tags.map(({ id }) => id)}
        onToggle={toggle}
      />
      {found?.kind === 'found' && found.friends.length === 0 && (
        <p className="composer-none">No results!</p>
      )}
      {found?.kind === 'failed' && (
        <ErrorState onRetry={() => setTries(tries + 1)}>{found.message}</ErrorState>
      )}
      <p className="composer-note">
        {privacy === 'onlyme'
          ? 'A post that only you see names nobody: the friends will not be tagged.'
          : 'Tagged friends are named on the post. Who may see it stays as you chose.'}
      </p>
    </Dialog>
  );
}

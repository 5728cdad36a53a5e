import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { $draft, changeDraft } from './composer.store.ts';
import type { ToolDialogProps } from './ComposerTools.island.tsx';
import { maxTags } from './draft.rules.ts';
import { searchFriends } from './people-search.store.ts';
import { PeoplePicker } from './PeoplePicker.tsx';
import './composer-dialogs.css';

/** Friends who are named on the post, found by their names. */
export function TagDialog({ memberId, onClose }: ToolDialogProps) {
  const { tags, privacy } = useStore($draft);
  const footer = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title="Tag A Friend" open onClose={onClose} footer={footer}>
      <PeoplePicker
        chosen={tags}
        max={maxTags}
        tooMany={`You can tag up to ${maxTags} friends.`}
        addedWord="tagged"
        label="Search friends"
        className="draft-chips"
        suggests
        search={searchFriends}
        nobody={
          <>
            You can tag friends, and you have none here yet. <a href="/search">Find people</a> or{' '}
            <a href="/invite">invite your friends</a>.
          </>
        }
        onChange={(next) => changeDraft(memberId, { tags: next })}
      />
      <p className="composer-note">
        {privacy === 'onlyme'
          ? 'Only you can see this post, so your friends will not be tagged.'
          : 'Tagged friends are named on the post. This does not change who can see it.'}
      </p>
    </Dialog>
  );
}

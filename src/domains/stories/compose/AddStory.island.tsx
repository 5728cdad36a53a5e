import { Plus } from 'lucide';
import { memo, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useLazy } from '#ui/use-lazy.ts';

const none: File[] = [];

/** Button on the own profile that opens the dialog for a new story. */
export const AddStory = memo(function AddStory({ memberId }: { memberId: number }) {
  const [isOpen, setOpen] = useState(false);
  const [NewStory, need] = useLazy(() =>
    import('./NewStoryDialog.island.tsx').then((part) => part.NewStoryDialog),
  );
  return (
    <span className="needs-script">
      <Button icon={<Icon of={Plus} />} onClick={() => void need().then(setOpen)}>
        Add story
      </Button>
      {isOpen && NewStory && (
        <NewStory memberId={memberId} start={none} onClose={() => setOpen(false)} />
      )}
    </span>
  );
});

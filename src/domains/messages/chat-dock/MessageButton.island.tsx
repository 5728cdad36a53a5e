import { MessageCircle, SquarePen } from 'lucide';
import { memo, useState, type MouseEvent } from 'react';
import type { DraftTag } from '#domains/posts/composer/draft.rules.ts';
import { pressTo } from '#lib/form-call.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useLazy } from '#ui/use-lazy.ts';

/** Opens the new message dialog, on profiles addressed to that member. */
export const MessageButton = memo(function MessageButton({
  memberId,
  imageMegabytes,
  to,
}: {
  memberId: number;
  imageMegabytes: number;
  to?: DraftTag;
}) {
  const [isOpen, setOpen] = useState(false);
  const [ComposeDialog, need] = useLazy(() =>
    import('#domains/messages/compose/ComposeDialog.island.tsx').then((part) => part.ComposeDialog),
  );
  const open = async (event: MouseEvent) => {
    event.preventDefault();
    setOpen(await need());
  };
  const screen = pressTo(to ? `/messages/new?to=${to.id}` : '/messages/new');
  return (
    <span>
      {to ? (
        <Button
          {...screen}
          icon={<Icon of={MessageCircle} />}
          onClick={(event: MouseEvent) => void open(event)}
        >
          Message
        </Button>
      ) : (
        <Button
          variant="primary"
          size="small"
          icon={<Icon of={SquarePen} />}
          {...screen}
          onClick={(event: MouseEvent) => void open(event)}
        >
          New message
        </Button>
      )}
      {isOpen && ComposeDialog && (
        <ComposeDialog
          memberId={memberId}
          imageMegabytes={imageMegabytes}
          {...(to ? { to } : {})}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
});

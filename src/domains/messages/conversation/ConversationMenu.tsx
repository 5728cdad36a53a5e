import { Ban, Bell, BellOff, Ellipsis, Flag, LogOut, MailOpen, Trash2 } from 'lucide';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Menu } from '#ui/Menu.tsx';

type Question = 'delete' | 'leave' | 'block';

interface Props {
  id: string;
  /** The same actions for readers without script. */
  screen: string;
  /** True if there are several other participants. */
  mayLeave: boolean;
  isMuted: boolean;
  onMute: () => void;
  /** Name of the only other participant, who can be blocked. */
  other?: string | undefined;
  onBlock: () => Promise<unknown>;
  onDelete: () => Promise<unknown>;
  onLeave: () => Promise<unknown>;
  onUnread: () => void;
  /** Undefined if nobody else has written. */
  onReport?: (() => void) | undefined;
}

const questions = {
  delete: {
    title: 'Delete conversation',
    text: 'This removes it from your messages only. If somebody writes again, it comes back without the earlier messages.',
    label: 'Delete conversation',
  },
  block: {
    title: 'Block User',
    text: 'You will no longer see each other or be able to write to each other. Your messages stay here until you delete them.',
    label: 'Block User',
  },
  leave: {
    title: 'Leave conversation',
    text: 'You keep the messages so far, but get no new ones.',
    label: 'Leave',
  },
};

/** Actions of a participant on the whole conversation. */
export function ConversationMenu({
  id,
  screen,
  mayLeave,
  isMuted,
  onMute,
  other,
  onBlock,
  onDelete,
  onLeave,
  onUnread,
  onReport,
}: Props) {
  const [asked, ask] = useState<Question | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await { leave: onLeave, block: onBlock, delete: onDelete }[asked!]();
    setBusy(false);
    ask(null);
  };
  return (
    <>
      <Menu
        id={id}
        label="Conversation"
        icon={<Icon of={Ellipsis} />}
        isLazy
        screen={screen}
        entries={[
          { label: 'Mark as unread', icon: <Icon of={MailOpen} />, onSelect: onUnread },
          {
            label: isMuted ? 'Turn on notifications' : 'Turn off notifications',
            icon: isMuted ? <Icon of={Bell} /> : <Icon of={BellOff} />,
            onSelect: onMute,
          },
          ...(mayLeave
            ? [
                {
                  label: 'Leave conversation',
                  icon: <Icon of={LogOut} />,
                  onSelect: () => ask('leave'),
                },
              ]
            : []),
          ...(onReport
            ? [{ label: 'Report last message', icon: <Icon of={Flag} />, onSelect: onReport }]
            : []),
          ...(other
            ? [
                {
                  label: `Block ${other}`,
                  icon: <Icon of={Ban} />,
                  isDanger: true,
                  onSelect: () => ask('block'),
                },
              ]
            : []),
          {
            label: 'Delete conversation',
            icon: <Icon of={Trash2} />,
            isDanger: true,
            onSelect: () => ask('delete'),
          },
        ]}
      />
      {asked && (
        <ConfirmDialog
          open
          title={questions[asked].title}
          text={questions[asked].text}
          confirmLabel={questions[asked].label}
          isDanger
          busy={isBusy}
          onConfirm={() => void confirm()}
          onCancel={() => ask(null)}
        />
      )}
    </>
  );
}

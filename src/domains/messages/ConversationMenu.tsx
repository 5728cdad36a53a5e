import { Bell, BellOff, Ellipsis, LogOut, MailOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Menu } from '#ui/Menu.tsx';

type Question = 'delete' | 'leave';

interface Props {
  id: string;
  /** Several others: it can be left. */
  mayLeave: boolean;
  isMuted: boolean;
  onMute: () => void;
  onDelete: () => Promise<unknown>;
  onLeave: () => Promise<unknown>;
  onUnread: () => void;
}

const questions = {
  delete: { title: 'Delete conversation', text: 'It goes from your messages. The others keep theirs, and a new message brings it back without what was before.', label: 'Delete conversation' },
  leave: { title: 'Leave conversation', text: 'You keep what was written until now and get nothing that comes after.', label: 'Leave' },
};

/** What a participant can do with a conversation as a whole. */
export function ConversationMenu({ id, mayLeave, isMuted, onMute, onDelete, onLeave, onUnread }: Props) {
  const [asked, ask] = useState<Question | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await (asked === 'leave' ? onLeave() : onDelete());
    setBusy(false);
    ask(null);
  };
  return (
    <>
      <Menu
        id={id}
        label="Conversation"
        icon={<Ellipsis aria-hidden="true" />}
        entries={[
          { label: 'Mark as unread', icon: <MailOpen aria-hidden="true" />, onSelect: onUnread },
          { label: isMuted ? 'Turn on notifications' : 'Turn off notifications', icon: isMuted ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />, onSelect: onMute },
          ...(mayLeave ? [{ label: 'Leave conversation', icon: <LogOut aria-hidden="true" />, onSelect: () => ask('leave') }] : []),
          { label: 'Delete conversation', icon: <Trash2 aria-hidden="true" />, isDanger: true, onSelect: () => ask('delete') },
        ]}
      />
      {asked && (
        <ConfirmDialog open title={questions[asked].title} text={questions[asked].text} confirmLabel={questions[asked].label} isDanger busy={isBusy} onConfirm={() => void confirm()} onCancel={() => ask(null)} />
      )}
    </>
  );
}

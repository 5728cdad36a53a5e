import { Ban, Ellipsis, Flag, Pencil, Trash2 } from 'lucide';
import { useState } from 'react';
import { commentOptionsPath } from '#domains/comments/comment-address.ts';
import type { PlainCommentModel } from '#domains/comments/comments.model.ts';
import { sendReport } from '#domains/moderation/reports.store.ts';
import { blockQuestion } from '#domains/policy/blocks.rules.ts';
import { blockMember } from '#domains/policy/blocks.store.ts';
import { Icon } from '#ui/Icon.tsx';
import { Menu, type MenuEntry } from '#ui/Menu.tsx';
import { useConfirmDialog, useLazy } from '#ui/use-lazy.ts';

export interface CommentMenuProps {
  comment: PlainCommentModel;
  /** Whether the member wrote it. */
  isOwn: boolean;
  /** Replies that are deleted with the comment. */
  hasReplies: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

type Open = 'delete' | 'report' | 'block';

/** The '...' menu of a comment: edit and delete for its author, report and block for others. */
export function CommentMenu({ comment, isOwn, hasReplies, onEdit, onRemove }: CommentMenuProps) {
  const { id, type, author } = comment;
  const [open, setOpen] = useState<Open>();
  const [isBusy, setBusy] = useState(false);
  const [ConfirmDialog, needConfirmDialog] = useConfirmDialog();
  const [ReportDialog, needReportDialog] = useLazy(() =>
    import('#domains/moderation/ReportDialog.tsx').then((part) => part.ReportDialog),
  );

  const ask = async (what: Open) => {
    if (await (what === 'report' ? needReportDialog : needConfirmDialog)()) setOpen(what);
  };
  const close = () => setOpen(undefined);
  const confirm = async () => {
    if (open === 'delete') {
      close();
      return onRemove();
    }
    setBusy(true);
    const isDone = await blockMember(author.id);
    setBusy(false);
    if (isDone) close();
  };

  const entries: MenuEntry[] = [
    ...(comment.mayEdit ? [{ label: 'Edit', icon: <Icon of={Pencil} />, onSelect: onEdit }] : []),
    ...(isOwn
      ? []
      : [
          { label: 'Report Comment', icon: <Icon of={Flag} />, onSelect: () => void ask('report') },
        ]),
    ...(isOwn
      ? []
      : [
          {
            label: 'Block User',
            icon: <Icon of={Ban} />,
            isDanger: true,
            onSelect: () => void ask('block'),
          },
        ]),
    ...(comment.mayDelete
      ? [
          {
            label: 'Delete',
            icon: <Icon of={Trash2} />,
            isDanger: true,
            onSelect: () => void ask('delete'),
          },
        ]
      : []),
  ];
  const question =
    open === 'block'
      ? blockQuestion(author.name)
      : {
          title: 'Delete comment',
          text: hasReplies
            ? 'The comment and its replies will be deleted for everyone.'
            : 'The comment will be deleted for everyone.',
          confirmLabel: 'Delete comment',
        };
  if (!entries.length) return null;
  return (
    <>
      <Menu
        id={`comment-menu-${id}`}
        label="Comment options"
        icon={<Icon of={Ellipsis} />}
        entries={entries}
        isLazy
        screen={commentOptionsPath(id)}
      />
      {ConfirmDialog && (
        <ConfirmDialog
          {...question}
          open={open === 'delete' || open === 'block'}
          isDanger
          busy={isBusy}
          onConfirm={() => void confirm()}
          onCancel={close}
        />
      )}
      {ReportDialog && (
        <ReportDialog
          type={type}
          id={id}
          title="Report comment"
          open={open === 'report'}
          onSend={(words) => sendReport({ type, id }, words)}
          onClose={close}
        />
      )}
    </>
  );
}

import { Ban, Ellipsis, Flag } from 'lucide';
import { memo, useEffect, useState } from 'react';
import { reportPath } from '#domains/moderation/reports.rules.ts';
import { sendReport } from '#domains/moderation/reports.store.ts';
import { blockQuestion } from '#domains/policy/blocks.rules.ts';
import { blockMember } from '#domains/policy/blocks.store.ts';
import { isolate } from '#lib/names.ts';
import { showFlashToast, toastOnNextScreen } from '#ui/flash-toast.ts';
import { Icon } from '#ui/Icon.tsx';
import { Menu } from '#ui/Menu.tsx';
import { useConfirmDialog, useLazy } from '#ui/use-lazy.ts';

type Open = 'report' | 'block';

/**
 * '...' on another member's profile: report or block them; after a block the profile reloads
 * without their content.
 */
export const ProfileMenu = memo(function ProfileMenu({
  userId: id,
  name,
}: {
  userId: number;
  name: string;
}) {
  const [open, setOpen] = useState<Open>();
  const [isBusy, setBusy] = useState(false);
  const [ConfirmDialog, needConfirmDialog] = useConfirmDialog();
  const [ReportDialog, needReportDialog] = useLazy(() =>
    import('#domains/moderation/ReportDialog.tsx').then((part) => part.ReportDialog),
  );
  useEffect(showFlashToast, []);

  const ask = async (what: Open) => {
    if (await (what === 'report' ? needReportDialog : needConfirmDialog)()) setOpen(what);
  };
  const close = () => setOpen(undefined);
  const block = async () => {
    setBusy(true);
    const isDone = await blockMember(id, (text) => {
      toastOnNextScreen(text);
      location.assign(`/profile/${id}/posts`);
    });
    if (!isDone) setBusy(false);
  };

  return (
    <div>
      <Menu
        id="profile-menu"
        label={`More about ${isolate(name)}`}
        icon={<Icon of={Ellipsis} />}
        isLazy
        screen={reportPath('member', id)}
        entries={[
          { label: 'Report', icon: <Icon of={Flag} />, onSelect: () => void ask('report') },
          {
            label: 'Block User',
            icon: <Icon of={Ban} />,
            isDanger: true,
            onSelect: () => void ask('block'),
          },
        ]}
      />
      {ConfirmDialog && (
        <ConfirmDialog
          {...blockQuestion(name)}
          open={open === 'block'}
          isDanger
          busy={isBusy}
          onConfirm={() => void block()}
          onCancel={close}
        />
      )}
      {ReportDialog && (
        <ReportDialog
          type="member"
          id={id}
          title={`Report ${isolate(name)}`}
          open={open === 'report'}
          onSend={(words) => sendReport({ type: 'member', id }, words)}
          onClose={close}
        />
      )}
    </div>
  );
});

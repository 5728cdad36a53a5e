import { useStore } from '@nanostores/react';
import { memo } from 'react';
import { counted } from '#lib/text.ts';
import { UserLink } from '#ui/UserLink.tsx';
import { $decisions } from './staff-totals.store.ts';

interface Props {
  href: string;
  title: string;
  avatar: string | null;
  memberCount: number;
}

/** Name of a container with its number of members, above the screens of its staff. */
export const StaffHead = memo(function StaffHead({ href, title, avatar, memberCount }: Props) {
  const { approved } = useStore($decisions, { ssr: 'initial' });
  return (
    <div className="dashboard-subject">
      <UserLink
        href={href}
        name={title}
        src={avatar && `/media/public/${avatar}`}
        note={counted(memberCount + approved, 'member')}
      />
    </div>
  );
});

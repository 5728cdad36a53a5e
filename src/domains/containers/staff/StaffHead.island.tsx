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
  /** A word for one of them. */
  noun?: string | undefined;
}

/** Name of a container with its number of members, above the screens of its staff. */
export const StaffHead = memo(function StaffHead(props: Props) {
  const { href, title, avatar, memberCount, noun = 'member' } = props;
  const { approved } = useStore($decisions, { ssr: 'initial' });
  return (
    <div className="dashboard-subject">
      <UserLink
        href={href}
        name={title}
        src={avatar && `/media/public/${avatar}`}
        note={counted(memberCount + approved, noun)}
      />
    </div>
  );
});

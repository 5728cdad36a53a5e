import type { NamedContainer } from '#domains/containers/browse/browse-kind.ts';
import type { ContainerScreens } from '#domains/containers/kit/container-screens.ts';
import { counted } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';

interface EntriesProps {
  kind: Pick<ContainerScreens, 'path'>;
  entries: NamedContainer[];
}

/** Containers of a kind, each with its picture. */
export const Entries = ({ kind, entries }: EntriesProps) => (
  <ul>
    {entries.map(({ itemId, title, avatar, memberCount, note }) => (
      <li key={itemId}>
        <a className="aside-entry" href={kind.path({ itemId }, 'posts')}>
          <Avatar name={title} src={avatar ? `/media/public/${avatar}` : null} size={40} />
          <span>
            <bdi>{title}</bdi>
            <small>{note ?? counted(memberCount, 'member')}</small>
          </span>
        </a>
      </li>
    ))}
  </ul>
);

import { Avatar, type AvatarProps, type AvatarSize } from './Avatar.tsx';
import './UserLink.css';

export interface UserLinkProps {
  href: string;
  name: string;
  src?: string | null;
  size?: AvatarSize;
  ring?: AvatarProps['ring'];
  /** A second line: a username, '5 friends in common'. */
  note?: string;
}

/** Avatar and name as one link. */
export function UserLink({ href, name, src, size = 40, ring, note }: UserLinkProps) {
  return (
    <a className="user-link" href={href}>
      <Avatar name={name} src={src} size={size} ring={ring} />
      <span className="user-link-text">
        <span className="user-link-name" dir="auto">
          {name}
        </span>
        {note && <span className="user-link-note">{note}</span>}
      </span>
    </a>
  );
}

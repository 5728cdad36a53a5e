import type { MemberCard } from '#domains/members/members.views.server.ts';
import { Avatar } from '#ui/Avatar.tsx';

/** Shows people with their pictures, as one component: each on a screen is rendered apart. */
export const Faces = ({ people }: { people: MemberCard[] }) => (
  <ul className="aside-faces">
    {people.map(({ id, displayname, avatar }) => (
      <li key={id}>
        <a href={`/profile/${id}`} title={displayname}>
          <Avatar name={displayname} src={avatar ? `/media/public/${avatar}` : null} size={56} />
          <bdi>{displayname}</bdi>
        </a>
      </li>
    ))}
  </ul>
);

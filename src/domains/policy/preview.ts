import { visitor, type Member, type Viewer } from './viewer.ts';

/** Roles that members can view their own profile as. */
export const viewAsRoles = ['visitor', 'member', 'friend'] as const;
export type ViewAsRole = (typeof viewAsRoles)[number];

/** No member has this id: nothing is its own, nobody has blocked it. */
const nobody = 0;

/**
 * A viewer for "view as" (decision 024): `member` sees the own profile as an anonymous visitor,
 * member or friend. It is nobody's account, so it reveals of the member only what they have chosen
 * to show, and of other people only what `member` sees too. For rendering screens only.
 */
export function impersonate(member: Member, viewAsRole: ViewAsRole): Viewer {
  const preview = { member, isFriend: viewAsRole === 'friend' };
  if (viewAsRole === 'visitor') return { ...visitor, preview };
  return {
    kind: 'member',
    id: nobody,
    displayname: '',
    username: '',
    avatar: null,
    role: 'member',
    timezone: member.timezone,
    sessionId: 0,
    blocks: { ids: [], readAt: Infinity },
    preview,
  };
}

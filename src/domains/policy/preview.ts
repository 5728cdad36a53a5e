import { visitor, type Member, type Viewer } from './viewer.ts';

/** Whom a member can imagine looking at their own profile. */
export const onlookers = ['visitor', 'member', 'friend'] as const;
export type Onlooker = (typeof onlookers)[number];

/** No member has this id: nothing is its own, nobody has blocked it. */
const nobody = 0;

/**
 * Somebody in general, as whom `member` looks at their own profile (decision 024): nobody's
 * account, so that nothing is learnt of a real person but what the member has decided, and of what
 * such people see only what `member` sees too. For reading on screens, nothing else.
 */
export function asOnlooker(member: Member, onlooker: Onlooker): Viewer {
  const preview = { member, isFriend: onlooker === 'friend' };
  if (onlooker === 'visitor') return { ...visitor, preview };
  return {
    kind: 'member',
    id: nobody,
    displayname: '',
    username: '',
    avatar: null,
    role: 'member',
    timezone: member.timezone,
    sessionId: 0,
    preview,
  };
}

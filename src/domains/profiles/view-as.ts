import type { ProfileTab } from './profile-tabs.ts';

/**
 * The member's own profile as somebody else sees it. The address names no profile: it is always the
 * own one.
 * @param who `visitor`, `member`, `friend` or somebody's id
 */
export const viewAsPath = (who: string | number, tab: ProfileTab = 'posts'): string =>
  `/profile/view-as/${who}/${tab}`;

import type { ProfileTab } from './profile-tabs.ts';

/**
 * One's own profile as somebody else sees it. No address names a profile: it is always one's own.
 * @param who `visitor`, `member`, `friend` or somebody's id
 */
export const viewAsPath = (who: string | number, tab: ProfileTab = 'posts'): string =>
  `/profile/view-as/${who}/${tab}`;

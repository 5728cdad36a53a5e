import {
  atOnce,
  atOnceFromSite,
  forModerators,
  fromSite,
  noticeIn,
} from '#domains/notifications/notification-kinds.ts';

const notice = noticeIn('Pages');

/** Types of notifications about pages, in the order of the settings. */
export const pageNotices = {
  page_invite: notice('invited you to a page.', 'Somebody invites you to a page'),
  page_request: notice('asked to join your page.', 'Somebody asks to join your page', {
    wireType: 'sitepagemember_approve',
  }),
  page_accepted: notice(
    'accepted your request to join a page.',
    'Your request to join a page is accepted',
    {
      wireType: 'sitepagemember_accepted',
    },
  ),
  page_admin: notice(
    'made you an admin of a page.',
    'Somebody makes you an admin of a page',
    atOnce,
  ),
  page_ownership: notice(
    'offered you ownership of a page.',
    'Somebody offers you ownership of a page',
    atOnce,
  ),
  page_follow: notice('follows your page.', 'Somebody follows your page', {
    email: 'weekly',
    push: false,
  }),
  page_review: notice('reviewed your page.', 'Somebody reviews your page'),
  page_post: notice(
    'There is a new post on one of your pages.',
    'There is a new post on a page you want all posts from',
    fromSite,
  ),
  page_package_ends: notice(
    'The package of your page ends within a week. Your content stays.',
    'The package of your page ends soon',
    atOnceFromSite,
  ),
  page_approved: notice('Your page is approved.', 'Your page is approved', atOnceFromSite),
  page_declined: notice(
    'Your page was not approved. You can change it and submit it again.',
    'Your page is not approved',
    atOnceFromSite,
  ),
  page_submitted: noticeIn(forModerators)(
    'A page is waiting for your approval.',
    'A page is waiting for approval',
    { push: false, hasNoActor: true },
  ),
};

declare module '#domains/notifications/notification-kinds.ts' {
  interface NoticeTypes {
    sitepages: keyof typeof pageNotices;
  }
}

import {
  atOnceFromSite,
  forModerators,
  noticeIn,
} from '#domains/notifications/notification-kinds.ts';

const notice = noticeIn('Ads');

/** Types of notifications about ads. */
export const adNotices = {
  ad_approved: notice('Your ad is approved.', 'Your ad is approved', atOnceFromSite),
  ad_rejected: notice(
    'Your ad was not approved. You can change it and submit it again.',
    'Your ad is not approved',
    atOnceFromSite,
  ),
  ad_submitted: noticeIn(forModerators)(
    'An ad is waiting for your approval.',
    'An ad is waiting for approval',
    { push: false, hasNoActor: true },
  ),
};

declare module '#domains/notifications/notification-kinds.ts' {
  interface NoticeTypes {
    ads: keyof typeof adNotices;
  }
}

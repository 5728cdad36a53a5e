import {
  atOnceFromSite,
  forModerators,
  noticeIn,
} from '#domains/notifications/notification-kinds.ts';

const notice = noticeIn('Ads');

/** Types of notifications about ads. */
export const adNotices = {
  ad_approved: notice('Your ad is approved.', 'The moderators approve your ad', atOnceFromSite),
  ad_rejected: notice(
    'Your ad was rejected. You can change it and submit it again.',
    'The moderators reject your ad',
    atOnceFromSite,
  ),
  ad_submitted: noticeIn(forModerators)(
    'An ad is waiting for your approval.',
    'An ad waits for approval',
    { push: false, hasNoActor: true },
  ),
};

declare module '#domains/notifications/notification-kinds.ts' {
  interface NoticeTypes {
    ads: keyof typeof adNotices;
  }
}

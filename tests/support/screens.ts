import { TOTP } from 'otpauth';
import { act } from './act.ts';
import { fillCommunity, type Server } from './community.ts';
import { mailAnswerPath } from './mail-answer-link.ts';
import { memberOf } from './member.ts';
import { unsubscribePath } from './unsubscribe-link.ts';

/** The member whose screens most of them are, or somebody else. */
export type ScreenViewer = 'visitor' | 'member' | 'moderator' | OtherViewer;

/** Members who look at what is another's: her friend, one who knows nobody, one who is banned. */
export const otherViewers = ['friend', 'outsider', 'banned'] as const;
type OtherViewer = (typeof otherViewers)[number];

export interface Screen {
  path: string;
  viewer: ScreenViewer;
  /** Cookies of the member or moderator, plus any the screen needs. */
  cookie: string;
  status: number;
}

/** Signs in a member with two-factor log-in up to the code prompt; returns the cookies. */
async function startSecondStep(server: Server): Promise<string> {
  const member = await memberOf(server, 'Ty', 'Codes');
  const { password, email } = member;
  const { secret } = await act<{ secret: string }>(
    server,
    member,
    '/members/settings/two-factor/start',
    { password },
  );
  await act(server, member, '/members/settings/two-factor/confirm', {
    code: new TOTP({ secret }).generate(),
  });
  const answer = await fetch(`${server.origin}/login`, {
    method: 'POST',
    headers: { origin: server.origin },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/**
 * Lists every screen of the site in a community that it creates, for tests over all screens. A test
 * checks that each file of src/pages is included. Those of `otherViewers` are drawn from the same
 * files as the member's.
 */
export async function listScreens(server: Server): Promise<Screen[]> {
  const {
    ada,
    bo,
    di,
    mo,
    ed,
    gil,
    post,
    photo,
    bosPost,
    page,
    bosPage,
    pageAlbumId,
    pageInvite,
    group,
    groupAlbum,
    groupInvite,
    groupPost,
    event,
    ad,
    receipt,
    eventAlbum,
    eventInvite,
    first,
    albumId,
    albumPhoto,
    video,
    story,
    conversations,
  } = await fillCommunity(server);
  const album = `/profile/${ada.id}/albums/${albumId}`;
  const shown = [
    `/posts/${post}`,
    `/posts/${bosPost}`,
    `/posts/${post}?comment=${first.comment_id}`,
    `/posts/${post}/photo/${photo}`,
    `/comments/${first.comment_id}/photo/${first.photo.photo_id}`,
    ...['posts', 'info', 'friends', 'albums', 'videos'].map((tab) => `/profile/${ada.id}/${tab}`),
    `/profile/${bo.id}/posts`,
    `/profile/${bo.id}/videos`,
    album,
    `${album}/photo/${albumPhoto}`,
    `/profile/${ada.id}/videos/${video}`,
    '/pages',
    '/pages?search=river&order=rating',
    ...[
      '',
      '/about',
      '/photos',
      '/videos',
      '/events',
      '/reviews',
      '/members',
      '/search?search=a',
    ].map((tab) => `/pages/page/${page}${tab}`),
    `/pages/${page}/albums/${pageAlbumId}`,
    '/groups/browse',
    '/groups/browse?search=swim&order=members',
    ...['posts', 'photos', 'videos', 'events', 'about', 'search'].map(
      (tab) => `/groups/group/${group}/${tab}`,
    ),
    `/groups/${group}/albums/${groupAlbum}`,
    '/events',
    '/events?search=walk',
    '/events/ongoing',
    '/events/month',
    '/events/month?month=2098-05',
    '/events/month?day=2098-05-01',
    '/events/past',
    ...['', '/photos', '/videos', '/about', '/search'].map((tab) => `/events/event/${event}${tab}`),
    `/events/${event}/albums/${eventAlbum}`,
    '/ads/library',
    '/help/terms',
    '/help/privacy',
    '/api/docs',
  ];
  const forVisitors = [
    ...shown,
    '/',
    '/login',
    '/login?next=%2Fhome',
    '/signup',
    '/signup/verify',
    '/forgot-password',
    '/offline',
    `/events/event/${event}/answer`,
    `/reset-password/code/${ada.id}`,
    `/confirm-email/code/${ada.id}`,
    '/signup/verify/email/ada%40hearth.example/token/a/verify/b',
    '/first-administrator/code',
  ];
  const settings = [
    '',
    '/notifications',
    '/advancednotifications',
    '/appearance',
    '/blocked',
    '/calendars',
    '/change-password',
    '/delete-account',
    '/devices',
    '/export',
    '/import',
    '/passkeys',
    '/privacy',
    '/subscriptions',
    '/two-factor',
  ].map((part) => `/profile/settings${part}`);
  const forMembers = [
    '/',
    ...shown,
    `/groups/group/${group}/members`,
    `/events/event/${event}/members`,
    ...settings,
    ...['', '?filter=user_saved', '?filter=my_posts'].map((query) => `/home${query}`),
    '/friends',
    '/friends/suggestions',
    '/invite',
    '/portals',
    '/contact',
    '/notifications',
    '/search',
    '/search?query=ada',
    '/search?query=river&type=post',
    '/messages',
    '/messages?folder=requests',
    '/messages/new',
    `/messages/new?to=${bo.id}`,
    `/messages/${conversations[0]!}/options`,
    `/posts/${post}/options`,
    `/posts/${groupPost}/announce`,
    `/posts/${bosPost}/options`,
    `/comments/${first.comment_id}/options`,
    `/report/user/${bo.id}`,
    `/share/video/${video}`,
    `/videos/${video}/options`,
    `/report/sitestories_story/${story}`,
    ...conversations.map((id) => `/messages/${id}`),
    `/profile/${ada.id}/stories`,
    `/profile/${bo.id}/stories`,
    `/profile/${ed.id}/posts`,
    `/stories/${story}`,
    '/pages/my-pages',
    '/pages/liked-pages',
    '/pages/create',
    pageInvite,
    '/groups/my-groups',
    '/groups/create',
    groupInvite,
    '/advertise',
    '/advertise/create',
    `/advertise/ads/${ad}`,
    `/advertise/statistics?ad_id=${ad}`,
    '/communityads/ended',
    `/communityads/${ad}/hide`,
    `/advertise/receipts/${receipt}`,
    '/events/my-events',
    '/events/create',
    eventInvite,
    `/events/event/${event}/changes`,
    ...[
      'edit',
      'requests',
      'waiting',
      'invitations',
      'bans',
      'links',
      'log',
      'invite',
      'options',
    ].flatMap((part) => [`/groups/group/${group}/${part}`, `/events/event/${event}/${part}`]),
    ...[
      'overview',
      'edit',
      'photo',
      'admin/contact',
      'admin/apps',
      'admin/insights',
      'admin/reports',
      'admin/manage',
      'admin/bans',
      'admin/featured',
      'admin/requests',
      'admin/posts',
      'admin/notifications',
      'admin/log',
      'promotion/marketing',
    ].map((part) => `/pages/page/${page}/dashboard/${part}`),
    `/pages/page/${page}/recommend`,
    `/pages/page/${page}/invite`,
    `/pages/page/${bosPage}/message`,
    `/pages/page/${page}/options`,
    '/profile/edit',
    '/profile/edit/photo',
    '/profile/view-as',
    '/profile/view-as?name=bo',
    ...['visitor', 'member', 'friend'].flatMap((who) =>
      ['posts', 'info', 'friends', 'albums', 'videos'].map(
        (tab) => `/profile/view-as/${who}/${tab}`,
      ),
    ),
    '/logout',
  ];
  const forOthers = [
    ...shown,
    '/home',
    '/pages/my-pages',
    '/groups/my-groups',
    `/profile/${ada.id}/stories`,
    `/stories/${story}`,
    `/posts/${post}/options`,
    `/comments/${first.comment_id}/options`,
    `/report/user/${ada.id}`,
    `/messages/new?to=${ada.id}`,
    `/pages/page/${page}/message`,
  ];
  const membersOnly = [
    pageInvite,
    groupInvite,
    `/groups/group/${group}/members`,
    `/events/event/${event}/members`,
  ];
  const forFriend = [
    ...['options', 'invite'].map((part) => `/groups/group/${group}/${part}`),
    ...['options', 'recommend', 'invite'].map((part) => `/pages/page/${page}/${part}`),
    `/events/event/${event}/options`,
  ];
  const hiddenFromBanned = `/pages/page/${page}/members`;
  const newcomer = await memberOf(server, 'Nia', 'Lark');
  const empty = [
    '/home',
    '/messages',
    '/notifications',
    '/friends',
    '/friends/suggestions',
    '/invite',
    '/pages/my-pages',
    '/pages/liked-pages',
    '/events',
    '/events/my-events',
    ...['posts', 'friends', 'albums', 'videos'].map((tab) => `/profile/${newcomer.id}/${tab}`),
    '/profile/settings/blocked',
  ];
  const screen =
    (viewer: ScreenViewer, cookie: string, status = 200) =>
    (path: string): Screen => ({ path, viewer, cookie, status });
  return [
    ...forVisitors.map(screen('visitor', '')),
    ...['/404', '/posts/999999999'].map(screen('visitor', '', 404)),
    screen('visitor', '', 500)('/500'),
    screen('visitor', '')(await unsubscribePath(server, bo)),
    screen('visitor', '')(await mailAnswerPath(server, event)),
    screen('visitor', await startSecondStep(server))('/login/two-factor'),
    ...forMembers.map(screen('member', ada.cookie)),
    ...empty.map(screen('member', newcomer.cookie)),
    screen('member', ada.cookie, 404)('/posts/999999999'),
    ...[
      '/admin/reports',
      '/admin/pages',
      '/admin/packages',
      '/admin/ads',
      '/admin/ad-packages',
      '/admin/portals',
      '/admin/categories',
      '/admin/categories?type=sitepage_page&id=4',
      '/home',
      `/posts/${bosPost}`,
    ].map(screen('moderator', mo.cookie)),
    ...[...forOthers, ...membersOnly, ...forFriend].map(screen('friend', bo.cookie)),
    ...[...forOthers, ...membersOnly].map(screen('outsider', di.cookie)),
    ...forOthers.filter((path) => path !== hiddenFromBanned).map(screen('banned', gil.cookie)),
    screen('banned', gil.cookie, 404)(hiddenFromBanned),
  ];
}

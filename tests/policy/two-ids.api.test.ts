import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { handlers } from '#app/domains.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { addEvent } from '../events/event-world.ts';
import { addGroup, addToGroup } from '../groups/group-world.ts';
import { addPage, addToPage } from '../sitepages/page-world.ts';
import { fixture } from '../support/files.ts';
import { addMedia, addMember, addPost } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

let ada: Member;
let bo: Member;
let post: number;
let otherPost: number;
let photo: number;
let otherPhoto: number;
let comment: number;
let photoComment: number;
let album: number;
let albumPhoto: number;
let otherAlbum: number;
/** Pages of Ada, the second without members. */
let memberPage: number;
let emptyPage: number;
/** Pages of Bo, the first with a review by Ada. */
let reviewedPage: number;
let otherPage: number;
let review: number;
let pageAlbum: number;
let pagePhoto: number;
let otherPageAlbum: number;
/** Invites to the page with members. */
let link: number;
/** Groups of Ada: Bo is a member of the first, in the second are none but her. */
let memberGroup: number;
let emptyGroup: number;
let groupLink: number;
let groupPhoto: number;
/** Events of Ada: Bo is a guest of the first, in the second are none but her. */
let memberEvent: number;
let emptyEvent: number;
let eventLink: number;

async function makeAlbum(title: string): Promise<{ album: number; photo: number }> {
  const form = new FormData();
  form.set('title', title);
  form.set('photo0', fixture('square.jpg'));
  const { body } = await send('POST', '/albums/upload', {}, { as: ada, form });
  return { album: body.response.album_id, photo: body.photos[0].photo_id };
}

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  [post, otherPost] = [await addPost(ada), await addPost(ada)];
  [photo, otherPhoto] = [await addMedia(ada, post), await addMedia(ada, otherPost)];
  const commentOn = async (fields: Fields) =>
    (await send('POST', '/comment-create', { ...fields, body: 'Hm' }, { as: ada })).body.comment_id;
  comment = await commentOn({ action_id: post });
  photoComment = await commentOn({ subject_type: 'album_photo', subject_id: photo });
  ({ album, photo: albumPhoto } = await makeAlbum('One'));
  ({ album: otherAlbum } = await makeAlbum('Two'));
  [memberPage, emptyPage] = [await addPage(ada), await addPage(ada)];
  await addToPage(ada, memberPage, bo);
  [reviewedPage, otherPage] = [await addPage(bo), await addPage(bo)];
  const linked = await send('POST', `/sitepage/invite-links/${memberPage}`, {}, { as: ada });
  link = linked.body.link_id;
  const reviewed = await send(
    'POST',
    `/sitepage/reviews/create/${reviewedPage}`,
    { rating: 4, title: 'Fine', body: 'A very fine place.', recommend: 1 },
    { as: ada },
  );
  review = reviewed.body.response.review_id;
  const newAlbum = async (page: number) =>
    (await send('POST', `/sitepage/photos/addalbum/${page}`, { title: 'Boats' }, { as: ada })).body
      .response.album_id as number;
  [pageAlbum, otherPageAlbum] = [await newAlbum(memberPage), await newAlbum(emptyPage)];
  const form = new FormData();
  form.set('photo0', fixture('square.jpg'));
  const path = `/sitepage/photos/addphoto/${memberPage}/${pageAlbum}`;
  pagePhoto = (await send('POST', path, {}, { as: ada, form })).body.response[0].photo_id;
  [memberGroup, emptyGroup] = [await addGroup(ada), await addGroup(ada)];
  await addToGroup(ada, memberGroup, bo);
  const invited = await send('POST', `/groups/invite-links/${memberGroup}`, {}, { as: ada });
  groupLink = invited.body.link_id;
  const photos = new FormData();
  photos.set('photo0', fixture('square.jpg'));
  photos.set('group_id', String(memberGroup));
  const added = await send('POST', '/groups/photo/list', {}, { as: ada, form: photos });
  groupPhoto = added.body.response[0].photo_id;
  [memberEvent, emptyEvent] = [await addEvent(ada), await addEvent(ada)];
  await send('POST', `/events/member/join/${memberEvent}`, {}, { as: bo });
  const shared = await send('POST', `/events/invite-links/${memberEvent}`, {}, { as: ada });
  eventLink = shared.body.link_id;
});

const postSubject = (id: number) => ({ subject_type: 'activity_action', subject_id: id });
const photoSubject = (id: number) => ({ subject_type: 'album_photo', subject_id: id });
const viewed = (id: number, fields: Fields) => ({
  type: 'album_photo',
  id,
  is_attachment: 1,
  ...fields,
});

type Case = [path: string, fields: () => Fields];

/** Calls about a member of another container of a kind. */
function ofMembers(area: string, parent: () => number): Partial<Record<string, Case[]>> {
  const calls: Array<[method: Method, path: string, fields?: Fields]> = [
    ...['approve', 'cancel', 'resend', 'remove', 'promote', 'demote', 'unban'].map(
      (step): [Method, string] => ['POST', `member/${step}`],
    ),
    ['PUT', 'member/edit', { title: 'Baker' }],
    ['POST', 'member/edit', { title: 'Baker' }],
    ['POST', 'offer-ownership'],
  ];
  return Object.fromEntries(
    calls.map(([method, path, fields]) => [
      `${method} /${area}/${path}/:id`,
      [[`/${area}/${path}/$`, () => ({ id: parent(), user_id: bo.id, ...fields })]],
    ]),
  );
}

/** An existing child, named together with a parent that is not its own. */
const foreignParents: Partial<Record<string, Case[]>> = {
  'GET /advancedactivity/feeds': [
    [
      '/advancedactivity/feeds',
      () => ({ action_id: post, subject_type: 'user', subject_id: bo.id }),
    ],
  ],
  'GET /advancedactivity/feeds/likes-comments': [
    [
      '/advancedactivity/feeds/likes-comments',
      () => ({ action_id: otherPost, comment_id: comment }),
    ],
    [
      '/advancedactivity/feeds/likes-comments',
      () => ({ action_id: post, comment_id: photoComment }),
    ],
  ],
  'GET /likes-comments': [
    ['/likes-comments', () => ({ ...photoSubject(otherPhoto), comment_id: photoComment })],
  ],
  'POST /like': [
    ['/like', () => ({ ...postSubject(otherPost), comment_id: comment })],
    ['/like', () => ({ ...photoSubject(otherPhoto), comment_id: photoComment })],
  ],
  'POST /unlike': [['/unlike', () => ({ ...postSubject(otherPost), comment_id: comment })]],
  'POST /advancedactivity/like': [
    ['/advancedactivity/like', () => ({ action_id: otherPost, comment_id: comment })],
  ],
  'POST /advancedactivity/unlike': [
    ['/advancedactivity/unlike', () => ({ action_id: otherPost, comment_id: comment })],
  ],
  'POST /advancedactivity/comment': [
    [
      '/advancedactivity/comment',
      () => ({ action_id: otherPost, comment_id: comment, body: 'Hm' }),
    ],
  ],
  'POST /comment-create': [
    [
      '/comment-create',
      () => ({ ...photoSubject(otherPhoto), comment_id: photoComment, body: 'Hm' }),
    ],
  ],
  'POST /advancedactivity/add-comment-notifications': [
    [
      '/advancedactivity/add-comment-notifications',
      () => ({ action_id: otherPost, comment_id: comment }),
    ],
  ],
  'POST /add-comment-notifications': [
    ['/add-comment-notifications', () => ({ ...postSubject(otherPost), comment_id: comment })],
  ],
  'POST /advancedcomments/reply-edit': [
    [
      '/advancedcomments/reply-edit',
      () => ({ action_id: otherPost, comment_id: comment, body: 'Hm' }),
    ],
  ],
  'DELETE /comment-delete': [
    ['/comment-delete', () => ({ action_id: otherPost, comment_id: comment })],
  ],
  'DELETE /advancedactivity/delete': [
    ['/advancedactivity/delete', () => ({ action_id: otherPost, comment_id: comment })],
  ],
  'GET /media/viewer': [
    ['/media/viewer', () => viewed(photo, postSubject(otherPost))],
    ['/media/viewer', () => viewed(photo, { ...postSubject(post), owner_id: bo.id })],
    ['/media/viewer', () => viewed(albumPhoto, { subject_type: 'album', subject_id: otherAlbum })],
    [
      '/media/viewer',
      () => viewed(albumPhoto, { subject_type: 'album', subject_id: album, owner_id: bo.id }),
    ],
  ],
  'GET /albums/photo/view': [
    ['/albums/photo/view', () => ({ photo_id: albumPhoto, album_id: otherAlbum })],
    ['/albums/photo/view', () => ({ photo_id: photo, album_id: album })],
    ['/albums/photo/view', () => ({ photo_id: albumPhoto, album_id: 999_999 })],
  ],
  'GET /albums/view-content-album': [
    [
      '/albums/view-content-album',
      () => ({ subject_type: 'album', subject_id: otherAlbum, photo_id: albumPhoto }),
    ],
  ],
  'PUT /albums/edit/:id': [['/albums/edit/$', () => ({ id: otherAlbum, photo_id: albumPhoto })]],
  'POST /albums/edit/:id': [['/albums/edit/$', () => ({ id: otherAlbum, photo_id: albumPhoto })]],
  'PUT /albums/photo/edit': [
    ['/albums/photo/edit', () => ({ photo_id: albumPhoto, album_id: otherAlbum, title: 'No' })],
  ],
  'POST /albums/photo/edit': [
    ['/albums/photo/edit', () => ({ photo_id: albumPhoto, album_id: otherAlbum, title: 'No' })],
  ],
  'POST /albums/photo/rotate': [
    ['/albums/photo/rotate', () => ({ photo_id: albumPhoto, album_id: otherAlbum, angle: 90 })],
  ],
  'DELETE /albums/photo/delete': [
    ['/albums/photo/delete', () => ({ photo_id: albumPhoto, album_id: otherAlbum })],
  ],
  'POST /sitepage/reviews/edit/:page_id/:review_id': [
    [
      '/sitepage/reviews/edit/$',
      () => ({
        id: `${otherPage}/${review}`,
        rating: 3,
        title: 'Fine',
        body: 'A very fine place.',
        recommend: 1,
      }),
    ],
  ],
  'DELETE /sitepage/reviews/delete/:page_id/:review_id': [
    ['/sitepage/reviews/delete/$', () => ({ id: `${otherPage}/${review}` })],
  ],
  'POST /sitepage/reviews/answer/:page_id/:review_id': [
    ['/sitepage/reviews/answer/$', () => ({ id: `${otherPage}/${review}`, answer: 'Thank you.' })],
  ],
  'GET /sitepage/photos/viewalbum/:id/:albumId': [
    ['/sitepage/photos/viewalbum/$', () => ({ id: `${emptyPage}/${pageAlbum}` })],
  ],
  'POST /sitepage/photos/addphoto/:page_id/:album_id': [
    ['/sitepage/photos/addphoto/$', () => ({ id: `${emptyPage}/${pageAlbum}`, data: 'x' })],
  ],
  'POST /sitepage/photos/editalbum/:page_id/:album_id': [
    ['/sitepage/photos/editalbum/$', () => ({ id: `${emptyPage}/${pageAlbum}`, title: 'No' })],
  ],
  'DELETE /sitepage/photos/deletealbum/:page_id/:album_id': [
    ['/sitepage/photos/deletealbum/$', () => ({ id: `${emptyPage}/${pageAlbum}` })],
  ],
  'POST /sitepage/photos/editphoto/:page_id/:album_id/:photo_id': [
    [
      '/sitepage/photos/editphoto/$',
      () => ({ id: `${memberPage}/${otherPageAlbum}/${pagePhoto}`, title: 'No' }),
    ],
    [
      '/sitepage/photos/editphoto/$',
      () => ({ id: `${emptyPage}/${otherPageAlbum}/${pagePhoto}`, title: 'No' }),
    ],
  ],
  'DELETE /sitepage/photos/deletephoto/:page_id/:album_id/:photo_id': [
    ['/sitepage/photos/deletephoto/$', () => ({ id: `${emptyPage}/${pageAlbum}/${pagePhoto}` })],
    [
      '/sitepage/photos/deletephoto/$',
      () => ({ id: `${emptyPage}/${otherPageAlbum}/${pagePhoto}` }),
    ],
  ],
  'POST /sitepage/changerole/:id': [
    ['/sitepage/changerole/$', () => ({ id: emptyPage, member_id: bo.id, role: 'moderator' })],
  ],
  'POST /sitepage/remove-member/:id': [
    ['/sitepage/remove-member/$', () => ({ id: emptyPage, member_id: bo.id })],
  ],
  'POST /sitepage/manageadmins/:id': [
    ['/sitepage/manageadmins/$', () => ({ id: emptyPage, user_id: bo.id, action: 'add' })],
    ['/sitepage/manageadmins/$', () => ({ id: emptyPage, user_id: bo.id, action: 'remove' })],
  ],
  'POST /sitepage/offer-ownership/:id': [
    ['/sitepage/offer-ownership/$', () => ({ id: emptyPage, user_id: bo.id })],
  ],
  'DELETE /sitepage/invite-links/:id/:link_id': [
    ['/sitepage/invite-links/$', () => ({ id: `${emptyPage}/${link}` })],
  ],
  'POST /sitepage/unban-member/:id': [
    ['/sitepage/unban-member/$', () => ({ id: emptyPage, member_id: bo.id })],
  ],
  'DELETE /groups/invite-links/:id/:link_id': [
    ['/groups/invite-links/$', () => ({ id: `${emptyGroup}/${groupLink}` })],
  ],
  'DELETE /groups/photo/delete': [
    ['/groups/photo/delete', () => ({ group_id: emptyGroup, photo_id: groupPhoto })],
  ],
  'DELETE /events/invite-links/:id/:link_id': [
    ['/events/invite-links/$', () => ({ id: `${emptyEvent}/${eventLink}` })],
  ],
  'DELETE /events/photo/delete': [
    ['/events/photo/delete', () => ({ event_id: emptyEvent, photo_id: groupPhoto })],
  ],
  'POST /events/member/seat/:id': [
    ['/events/member/seat/$', () => ({ id: emptyEvent, user_id: bo.id })],
  ],
  ...ofMembers('groups', () => emptyGroup),
  ...ofMembers('events', () => emptyEvent),
};

/** One item named twice with different ids. */
const conflicts: Partial<Record<string, Case[]>> = {
  'GET /reactions/content-reaction': [
    ['/reactions/content-reaction', () => ({ action_id: post, ...postSubject(otherPost) })],
  ],
  'GET /likes-comments': [['/likes-comments', () => ({ action_id: post, ...photoSubject(photo) })]],
  'POST /comment-create': [
    ['/comment-create', () => ({ action_id: post, ...postSubject(otherPost), body: 'Hm' })],
  ],
  'DELETE /comment-delete': [
    [
      '/comment-delete',
      () => ({ action_id: post, ...postSubject(otherPost), comment_id: comment }),
    ],
  ],
  'GET /media/viewer': [
    [
      '/media/viewer',
      () => ({
        type: 'video',
        id: photo,
        subject_type: 'user',
        subject_id: ada.id,
        owner_id: bo.id,
      }),
    ],
  ],
  'POST /albums/upload': [['/albums/upload', () => ({ album, album_id: otherAlbum })]],
  'POST /notifications/markread': [
    ['/notifications/markread', () => ({ action_id: 1, notification_id: 2 })],
  ],
  'POST /notifications/markunread': [
    ['/notifications/markunread', () => ({ action_id: 1, notification_id: 2 })],
  ],
  'POST /notifications/delete': [
    ['/notifications/delete', () => ({ action_id: 1, notification_id: 2 })],
  ],
  'GET /albums/view/:id': [
    ['/albums/view/$/id/999', () => ({ id: album })],
    ['/albums/view/$?id=999', () => ({ id: album })],
  ],
  'POST /sitepage/featured-admins/:id': [
    ['/sitepage/featured-admins/$', () => ({ id: emptyPage, user_ids: bo.id })],
  ],
};

/** The second number is a position in a list, or each id is checked against the caller alone. */
const independent = [
  'GET /messages/view/:id',
  'POST /messages/view/:id',
  'POST /messages/delete',
  'POST /messages/mark-message-read-unread',
  'POST /advancedactivity/feeds/post',
  'POST /activity/share',
  'POST /groups/member/ban/:id',
  'POST /events/member/ban/:id',
  'GET /events',
  'POST /events/create',
  'POST /sitepage/ban-member/:id',
  'POST /communityads/index/create',
  'GET /communityads/index/statistics',
];

const casesOf = (all: Partial<Record<string, Case[]>>) =>
  Object.entries(all).flatMap(([call, cases]) =>
    cases!.map(([path, fields]) => [call.split(' ')[0] as Method, path, fields] as const),
  );

/** `$` in a path stands for the id. */
function ask(method: Method, path: string, { id, ...rest }: Fields) {
  const inPath = path.includes('$');
  return send(
    method,
    inPath ? path.replace('$', String(id)) : path,
    inPath || id === undefined ? rest : { id, ...rest },
    { as: ada },
  );
}

describe('a child is not found through another parent', () => {
  test.each(casesOf(foreignParents))('%s %s', async (method, path, fields) => {
    expect(await ask(method, path, fields())).toMatchObject({
      status: 404,
      error_code: 'no_record',
    });
  });

  test('a child is neither shown, changed nor deleted through another parent', async () => {
    const { response } = (
      await send('GET', '/albums/photo/view', { photo_id: albumPhoto, album_id: album }, { as: bo })
    ).body;
    expect(response).toMatchObject({ photo_id: albumPhoto, album_id: album, title: '' });
    const before = response.view_count;
    await send('GET', '/albums/photo/view', { photo_id: otherPhoto, album_id: album }, { as: bo });
    await send('GET', '/media/viewer', viewed(otherPhoto, postSubject(post)), { as: bo });
    const views = async (id: number) =>
      (await send('GET', '/albums/photo/view', { photo_id: id }, { as: ada })).body.response
        .view_count;
    expect([await views(albumPhoto), await views(otherPhoto)]).toEqual([before, 0]);
    expect(
      (await send('GET', '/likes-comments', { action_id: post }, { as: bo })).body.getTotalComments,
    ).toBe(1);
  });
});

test.each(casesOf(conflicts))(
  'one item named twice with different ids is a conflict: %s %s',
  async (method, path, fields) => {
    expect(await ask(method, path, fields())).toMatchObject({
      status: 400,
      error_code: 'validation_fail',
    });
  },
);

test('every call that takes two ids is covered here', () => {
  const isId = (name: string) =>
    !/category_id$|^package_id$/.test(name) && /(^|_)ids?$|^(album|up_to|before|after)$/.test(name);
  const idsOf = (input: z.ZodType, path: string) => {
    const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    return new Set(
      [
        ...Object.keys(properties),
        ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => name!),
      ].filter(isId),
    );
  };
  const taking = handlers
    .filter(({ call, input }) => idsOf(input, call.path).size > 1)
    .map(({ call }) => `${call.method} ${call.path}`);
  const tried = new Set([
    ...Object.keys(foreignParents),
    ...Object.keys(conflicts),
    ...independent,
  ]);
  expect(taking.filter((call) => !tried.has(call))).toEqual([]);
});

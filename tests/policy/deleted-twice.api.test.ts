import { beforeAll, expect, test } from 'vitest';
import { handlers } from '#app/domains.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { addEvent } from '../events/event-world.ts';
import { addGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { fixture } from '../support/files.ts';
import { addMember, addPost, givePassword } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';

let ada: Member;
let password: string;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  ada = await addMember({ name: 'Ada' });
  password = await givePassword(ada);
});

type Target = [path: string, fields?: Fields];

const photoForm = (fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('photo0', fixture('square.jpg'));
  return form;
};
const created = async (path: string, fields: Fields = {}, form?: FormData) => {
  const answer = await send('POST', path, fields, { as: ada, ...(form ? { form } : {}) });
  expect(answer.status_code, `${path} ${answer.text}`).toBeLessThan(300);
  return answer.body;
};
const linkOf = async (path: string): Promise<Target> => [
  `${path}/${(await created(path)).link_id}`,
];
const photoOf = async (area: 'groups' | 'events', id: number): Promise<Target> => {
  const owner = { [area === 'groups' ? 'group_id' : 'event_id']: String(id) };
  const { response } = await created(`/${area}/photo/list`, {}, photoForm(owner));
  return [`/${area}/photo/delete`, { ...owner, photo_id: response[0].photo_id }];
};

/** Makes something that the call deletes. */
const targets: Record<string, () => Promise<Target>> = {
  '/advancedactivity/delete': async () => [
    '/advancedactivity/delete',
    { action_id: await addPost(ada) },
  ],
  '/comment-delete': async () => {
    const action_id = await addPost(ada);
    const { comment_id } = await created('/comment-create', { action_id, body: 'Hm' });
    return ['/comment-delete', { action_id, comment_id }];
  },
  '/albums/delete/:id': async () => {
    const { response } = await created('/albums/upload', {}, photoForm({ title: 'Boats' }));
    return [`/albums/delete/${response.album_id}`];
  },
  '/albums/photo/delete': async () => {
    const { response, photos } = await created('/albums/upload', {}, photoForm({ title: 'Boats' }));
    return ['/albums/photo/delete', { album_id: response.album_id, photo_id: photos[0].photo_id }];
  },
  '/sitepage/delete/:id': async () => [`/sitepage/delete/${await addPage(ada)}`, { password }],
  '/groups/delete/:id': async () => [`/groups/delete/${await addGroup(ada)}`, { password }],
  '/events/delete/:id': async () => [`/events/delete/${await addEvent(ada)}`, { password }],
  '/sitepage/invite-links/:id/:link_id': async () =>
    linkOf(`/sitepage/invite-links/${await addPage(ada)}`),
  '/groups/invite-links/:id/:link_id': async () =>
    linkOf(`/groups/invite-links/${await addGroup(ada)}`),
  '/events/invite-links/:id/:link_id': async () =>
    linkOf(`/events/invite-links/${await addEvent(ada)}`),
  '/groups/photo/delete': async () => photoOf('groups', await addGroup(ada)),
  '/events/photo/delete': async () => photoOf('events', await addEvent(ada)),
  '/sitepage/photos/deletealbum/:page_id/:album_id': async () => {
    const page = await addPage(ada);
    const { response } = await created(`/sitepage/photos/addalbum/${page}`, { title: 'Boats' });
    return [`/sitepage/photos/deletealbum/${page}/${response.album_id}`];
  },
  '/sitepage/photos/deletephoto/:page_id/:album_id/:photo_id': async () => {
    const page = await addPage(ada);
    const album = (await created(`/sitepage/photos/addalbum/${page}`, { title: 'Boats' })).response
      .album_id;
    const path = `/sitepage/photos/addphoto/${page}/${album}`;
    const { response } = await created(path, {}, photoForm());
    return [`/sitepage/photos/deletephoto/${page}/${album}/${response[0].photo_id}`];
  },
  '/sitepage/reviews/delete/:page_id/:review_id': async () => {
    const page = await addPage(await addMember({ name: 'Bo' }));
    const words = { title: 'Fine', body: 'A very fine place.' };
    const fields = { rating: 4, recommend: 1, ...words };
    const { response } = await created(`/sitepage/reviews/create/${page}`, fields);
    return [`/sitepage/reviews/delete/${page}/${response.review_id}`];
  },
  '/advancedactivity/feeds/scheduled/:schedule_id': async () => {
    const [year, month, day] = new Date(Date.now() + 86_400_000).toISOString().split(/[-T]/);
    const later = `${month}/${day}/${year} 12:00:00 +00:00`;
    const { response } = await created('/advancedactivity/feeds/post', {
      body: 'Later',
      schedule_time: later,
    });
    return [`/advancedactivity/feeds/scheduled/${response.schedule_id}`];
  },
};

/** Their own tests say what a second request gets; these answer the same as before. */
const elsewhere = [
  '/advancedactivity/story/delete/:id',
  '/advancedactivity/feeds/pending/:pending_id',
  '/advancedvideo/delete/:id',
  '/members/edit/remove-photo',
  '/members/settings/delete',
];

test.each(Object.keys(targets))('%s finds nothing the second time', async (call) => {
  const [path, fields] = await targets[call]!();
  const statuses = [];
  for (let time = 0; time < 2; time++)
    statuses.push((await send('DELETE', path, fields, { as: ada })).text);
  expect(statuses).toEqual([
    expect.stringContaining('"status_code":204'),
    expect.stringContaining('"no_record"'),
  ]);
});

test('every call that deletes is in the list', () => {
  const calls = handlers
    .filter(({ call }) => call.method === 'DELETE')
    .map(({ call }) => call.path);
  expect([...Object.keys(targets), ...elsewhere].toSorted()).toEqual(calls.toSorted());
});

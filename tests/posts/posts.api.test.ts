import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { feelings } from '#domains/posts/feelings/feelings.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { addMember, addPost, befriend } from '../support/people.ts';
import { type Fields, send, type SendOptions } from '../support/rest.ts';

let ada: Member;
let bo: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  await befriend(ada, bo);
});
afterEach(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});

const countPosts = async () => (await db.execute<{ count: number }>(sql`select count(*)::int as count from posts`))[0]!.count;
const post = (fields: Fields | string = {}, options: SendOptions = {}) => send('POST', '/advancedactivity/feeds/post', fields, { as: ada, ...options });

describe('POST /advancedactivity/feeds/post', () => {
  test('writes from a form as our client sends it, and from JSON', async () => {
    const said = await post({ body: 'Hello', language: 'en', auth_view: 'friends', toValues: String(bo.id), composer: '{"feeling":{"parent":27,"child":2702}}', uri: '', type: '', post_attach: 0, schedule_time: '' });
    expect(said).toMatchObject({ status: 200, status_code: 200, body: { response: { feed: { body: 'Hello', privacy: 'friends', params: { feelings: { childtitle: 'angry' } } } } } });
    expect(said.body.data).toEqual([said.body.response]);
    const json = await post({}, { json: { body: 'From JSON', toValues: bo.id, composer: { feeling: { parent: 26, child: 2601 } } } });
    expect(json.body.response.feed).toMatchObject({ body: 'From JSON', privacy: 'everyone', tags: [{ tag_id: bo.id }] });
  });

  test('unknown fields reach no row', async () => {
    const { body } = await post({ body: 'Mine', author_id: bo.id, id: 5, type_: 'share', subject: 'x', can_comment: 0, published_at: '2018-11-01', shared_id: 2, audience: 'onlyme' });
    expect(body.response.feed).toMatchObject({ subject_id: ada.id, type: 'status', privacy: 'everyone', commentable: 1, attachment: [] });
    expect(body.response.feed.action_id).not.toBe(5);
    expect(body.response.feed.date > '2026').toBe(true);
    const polluted = await post({}, { json: JSON.parse('{"body":"x","__proto__":{"auth_view":"onlyme"},"constructor":{"a":1}}') as unknown });
    expect(polluted.body.response.feed.privacy).toBe('everyone');
  });

  test.each<[string, Fields | string, SendOptions, string]>([
    ['nothing', {}, {}, 'body'],
    ['blanks only', { body: ' \n\t ' }, {}, 'body'],
    ['NUL bytes only', 'body=%00%00', {}, 'body'],
    ['1,001 characters', { body: 'x'.repeat(1001) }, {}, 'body'],
    ['a list', 'body=a&body=b', {}, 'body'],
    ['an object', {}, { json: { body: { text: 'x' } } }, 'body'],
    ['a number', {}, { json: { body: 5 } }, 'body'],
    ['an unknown audience', { body: 'x', auth_view: 'all' }, {}, 'auth_view'],
    ['an empty audience', { body: 'x', auth_view: '' }, {}, 'auth_view'],
    ['two audiences', 'body=x&auth_view=onlyme&auth_view=everyone', {}, 'auth_view'],
    ['a bad link', { body: 'x', uri: 'javascript:alert(1)' }, {}, 'uri'],
    ['a link without one', { body: 'x', type: 'link' }, {}, 'uri'],
    ['bad tags', { body: 'x', toValues: 'all' }, {}, 'toValues'],
    ['a broken composer', { body: 'x', composer: '{' }, {}, 'composer'],
    ['an unknown feeling', { body: 'x', composer: '{"feeling":{"parent":28,"child":2801}}' }, {}, 'composer'],
    ['a schedule without its zone', { body: 'x', schedule_time: '12/24/2026 18:00:00' }, {}, 'schedule_time'],
    ['a type without its file', { body: 'x', type: 'photo' }, {}, 'photo'],
  ])('%s: 400, the field is named and nothing is written', async (_, fields, options, field) => {
    const before = await countPosts();
    const said = await post(fields, options);
    expect(said).toMatchObject({ status: 400, status_code: 400, error_code: 'validation_fail' });
    expect(Object.keys(said.message as object)).toEqual([field]);
    expect(await countPosts()).toBe(before);
  });

  test('the empty post has the words of the catalogue', async () => {
    expect((await post({})).message).toEqual({ body: 'Post cannot be empty' });
  });

  test('a file that is no picture is refused, and nothing is written', async () => {
    const before = await countPosts();
    const form = ['--b', 'content-disposition: form-data; name="body"', '', 'x', '--b', 'content-disposition: form-data; name="filedata0"; filename="a.jpg"', '', 'xx', '--b--', ''].join('\r\n');
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    expect(await post(form, { headers })).toMatchObject({ status: 415, error_code: 'invalid_file' });
    expect(await countPosts()).toBe(before);
  });

  test('visitors write nothing', async () => {
    expect(await send('POST', '/advancedactivity/feeds/post', { body: 'x' })).toMatchObject({ status: 401, error_code: 'unauthorized' });
  });

  test('the same Idempotency-Key twice at once is one post; with other words it is refused', async () => {
    const headers = { 'idempotency-key': 'key-1' };
    const before = await countPosts();
    const [one, two] = await Promise.all([post({ body: 'Once' }, { headers }), post({ body: 'Once' }, { headers })]);
    expect(one.status).toBe(200);
    expect(two.body).toEqual(one.body);
    expect(await countPosts()).toBe(before + 1);
    expect(await post({ body: 'Other' }, { headers })).toMatchObject({ status: 400, error_code: 'validation_fail' });
    // Another member's key of the same name is another key.
    expect((await post({ body: 'Once' }, { headers, as: bo })).body.response.feed.subject_id).toBe(bo.id);
    expect(await countPosts()).toBe(before + 2);
    // A refused attempt does not use the key up.
    const later = { 'idempotency-key': 'key-2' };
    expect((await post({ body: 'x', composer: '{"feeling":{"parent":1,"child":1}}' }, { headers: later })).status).toBe(400);
    expect((await post({ body: 'Now' }, { headers: later })).status).toBe(200);
  });

  test('30 in ten minutes, then 429', async () => {
    env().RATE_LIMIT_SCALE = 1;
    const eager = await addMember();
    const statuses: number[] = [];
    for (let index = 0; index < 31; index += 1) statuses.push((await post({ body: 'x' }, { as: eager })).status);
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  });
});

describe('GET /advancedactivity/feeds', () => {
  const feed = (fields: Fields | string = {}, as: Member | undefined = ada) => send('GET', '/advancedactivity/feeds', fields, { as });

  test('answers a page, one post, or a bare count', async () => {
    const id = await addPost(bo);
    expect((await feed({ limit: 2 })).body).toMatchObject({ activityCount: 2, data: [{ feed: { action_id: id } }, {}] });
    expect((await feed({ action_id: id })).body).toMatchObject({ activityCount: 1, maxid: id - 1, minid: id + 1 });
    expect((await feed({ minid: id, feed_count_only: 1 })).body).toBe(1);
  });

  test('with a hashtag only the posts that have it', async () => {
    const { action_id: id } = (await post({ body: 'Tea at #Noon' })).body.response.feed;
    const found = await feed({ hashtag: '#noon' });
    expect(found.body.data).toMatchObject([{ feed: { action_id: id, hashtags: ['Noon'] } }]);
    expect((await feed({ hashtag: 'noon', minid: 1, feed_count_only: 1 })).body).toBe(1);
    expect((await feed({ hashtag: "x' or 1=1 --" })).body.data).toEqual([]);
  });

  test('visitors: one post for everyone; else log in, or not found', async () => {
    const [open, closed] = [await addPost(bo), await addPost(bo, { audience: 'friends' })];
    const asVisitor = (fields: Fields) => send('GET', '/advancedactivity/feeds', fields);
    expect((await asVisitor({ action_id: open })).body.data[0]).toMatchObject({ feed: { action_id: open }, can_comment: 0, feed_menus: [] });
    expect(await asVisitor({ action_id: closed })).toMatchObject({ status: 404, error_code: 'no_record' });
    expect((await asVisitor({ action_id: closed })).text.replace(/"request_id":"[^"]*"/, '')).toBe((await asVisitor({ action_id: 999_999_999 })).text.replace(/"request_id":"[^"]*"/, ''));
    expect(await asVisitor({})).toMatchObject({ status: 401, error_code: 'unauthorized' });
    expect(await asVisitor({ action_id: open, feed_count_only: 1 })).toMatchObject({ status: 200 });
    expect(await asVisitor({ minid: 1, feed_count_only: 1 })).toMatchObject({ status: 401 });
  });

  test.each<[string, Fields | string]>([
    ['an unknown filter', { filter_type: 'everything' }],
    ['an empty filter', { filter_type: '' }],
    ['a hashtag of 71 letters', { hashtag: 'x'.repeat(71) }],
    ['two hashtags', 'hashtag=a&hashtag=b'],
    ['two filters', 'filter_type=photo&filter_type=video'],
    ['a filter in capitals', { filter_type: 'PHOTO' }],
    ['a bad date', { timeline_start: 'last week' }],
    ['no date', { timeline_end: '' }],
    ['31 February', { timeline_start: '2019-02-31' }],
    ['a 13th month', { timeline_end: '2019-13-01 00:00:00' }],
    ['a year of five digits', { timeline_end: '12019-01-01' }],
    ['a date of 19 digits', { timeline_end: '1700000000000000000' }],
    ['two dates', 'timeline_start=2019-01-01&timeline_start=2020-01-01'],
    ['a hashtag without end', { hashtag: 'x'.repeat(71) }],
    ['a cursor of 19 digits', { minid: '1234567890123456789' }],
    ['a cursor below zero', { maxid: -1 }],
    ['a cursor of 20 digits', { maxid: '12345678901234567890' }],
    ['1e3', { maxid: '1e3' }],
    ['half a wall', { subject_id: 5 }],
    ['two ids', 'action_id=5&action_id=6'],
    ['an emoji', { action_id: '💚' }],
    ['a NUL byte', 'action_id=5%00'],
    ['right to left', { action_id: '\u200f5' }],
    ['no page size', { limit: 0 }],
    ['an object', 'limit[a]=5&limit=x'],
  ])('%s: 400', async (_, fields) => {
    expect(await feed(fields)).toMatchObject({ status: 400, error_code: 'validation_fail' });
  });

  test.each([2 ** 53, 2 ** 63, 999_999_999_999_999])('%d names nothing', async (id) => {
    const said = await feed({ action_id: String(BigInt(id)) });
    expect([400, 404]).toContain(said.status);
  });

  test('addresses are whole for clients without our cookie', async () => {
    const owner = await addMember({ avatar: `${'b'.repeat(32)}.webp` });
    const id = await addPost(owner);
    expect((await feed({ action_id: id })).body.data[0].feed.feed_icon).toBe(`${env().PUBLIC_ORIGIN}/media/public/${'b'.repeat(32)}.webp`);
  });
});

describe('the other calls', () => {
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, fields: Fields | string = {}, as: Member | undefined = ada) => send(method, path, fields, { as });

  test('like and unlike: names and ids, a post or a comment, unknown ones refused', async () => {
    const id = await addPost(bo);
    expect((await call('POST', '/advancedactivity/like', { action_id: id })).body).toMatchObject({ is_like: 1, like_count: 1, feed_reactions: { 1: { reaction_count: 1 } }, my_feed_reaction: { reaction: 'like' } });
    expect((await call('POST', '/advancedactivity/like', { action_id: id, reaction: 'haha' })).body).toMatchObject({ like_count: 1, feed_reactions: { 4: { reaction_count: 1 } } });
    expect((await call('POST', '/like', { subject_type: 'activity_action', subject_id: id, reaction: 7 })).body).toMatchObject({ my_feed_reaction: { reaction: 'blessings' } });
    expect((await call('GET', '/reactions/content-reaction', { action_id: id })).body).toMatchObject({ feed_reactions: { 7: { reaction_count: 1 } }, my_feed_reaction: { reactionicon_id: 7 } });
    expect((await call('GET', '/reactions/content-reaction', { subject_type: 'activity_action', subject_id: id })).body.reactions.love).toMatchObject({ reactionicon_id: 2, caption: 'Love' });
    expect((await call('POST', '/advancedcomments/unlike', { subject_type: 'activity_action', subject_id: id })).body).toEqual({ is_like: 0, like_count: 0, feed_reactions: {} });
    expect((await call('POST', '/advancedactivity/unlike', { action_id: id })).body).toMatchObject({ is_like: 0 });
    expect(await call('POST', '/advancedactivity/like', { action_id: id, reaction: 'hug' })).toMatchObject({ status: 400, message: { reaction: 'This reaction is not known.' } });
    expect(await call('POST', '/advancedactivity/like', {})).toMatchObject({ status: 400, error_code: 'parameter_missing', message: expect.stringContaining('action_id') });
    expect(await call('POST', '/like', { subject_type: 'planet', subject_id: 5 })).toMatchObject({ status: 400, error_code: 'validation_fail' });
    expect(await call('POST', '/like', { subject_type: 'album', subject_id: 5 })).toMatchObject({ status: 404, error_code: 'no_record' });
    expect(await send('POST', '/advancedactivity/like', { action_id: id })).toMatchObject({ status: 401 });
  });

  test('a comment is liked with comment_id, under its own post only', async () => {
    const [id, other] = [await addPost(bo), await addPost(bo)];
    const { comment_id } = (await call('POST', '/advancedactivity/comment', { action_id: id, body: 'Yum' })).body;
    expect((await call('POST', '/advancedactivity/like', { action_id: id, comment_id })).body).toMatchObject({ is_like: 1, like_count: 1 });
    expect((await call('POST', '/advancedactivity/unlike', { comment_id })).body).toMatchObject({ is_like: 0, like_count: 0 });
    expect((await call('POST', '/like', { subject_type: 'activity_action', subject_id: id, comment_id })).body).toMatchObject({ is_like: 1 });
    expect(await call('POST', '/advancedactivity/like', { action_id: other, comment_id })).toMatchObject({ status: 404 });
    expect(await call('POST', '/unlike', { subject_type: 'activity_action', subject_id: other, comment_id })).toMatchObject({ status: 404 });
    expect(await call('POST', '/like', { subject_type: 'group', subject_id: id, comment_id })).toMatchObject({ status: 404 });
  });

  test('edit, its alias, and delete by query and body', async () => {
    const id = await addPost(ada);
    expect(await call('POST', '/advancedactivity/edit-feed', { action_id: id, body: 'New' })).toMatchObject({ status: 200, status_code: 204 });
    expect(await call('POST', '/advancedactivity/editfeed', { action_id: id, body: 'Newer' })).toMatchObject({ status_code: 204 });
    expect(await call('POST', '/advancedactivity/edit-feed', { body: 'x' })).toMatchObject({ status: 400, error_code: 'parameter_missing' });
    expect(await call('POST', '/advancedactivity/edit-feed', { action_id: id })).toMatchObject({ status: 400, message: { body: expect.any(String) } });
    expect(await call('POST', '/advancedactivity/edit-feed', { action_id: id, body: ' ' })).toMatchObject({ status: 400, message: { body: 'Post cannot be empty' } });
    expect(await call('POST', '/advancedactivity/edit-feed', { action_id: id, body: 'x' }, bo)).toMatchObject({ status: 401, error_code: 'unauthorized' });
    expect(await call('DELETE', '/advancedactivity/delete', { action_id: id }, bo)).toMatchObject({ status: 401 });
    expect(await send('DELETE', `/advancedactivity/delete?action_id=${id}`, {}, { as: ada, json: { action_id: id + 1 } })).toMatchObject({ status: 400 });
    expect(await send('DELETE', `/advancedactivity/delete?action_id=${id}`, {}, { as: ada, json: { action_id: id } })).toMatchObject({ status: 200, status_code: 204 });
    expect(await call('DELETE', '/advancedactivity/delete', { action_id: id })).toMatchObject({ status: 404, error_code: 'no_record' });
    expect(await call('DELETE', '/advancedactivity/delete', {})).toMatchObject({ status: 400, error_code: 'parameter_missing' });
    const withComment = await addPost(bo);
    const { comment_id } = (await call('POST', '/advancedactivity/comment', { action_id: withComment, body: 'x' })).body;
    expect(await call('DELETE', '/advancedactivity/delete', { comment_id })).toMatchObject({ status_code: 204 });
    expect((await call('GET', '/advancedactivity/feeds', { action_id: withComment })).body.activityCount).toBe(1);
  });

  test('hide answers 204 with the way back; show again', async () => {
    const id = await addPost(bo);
    const said = await call('POST', '/advancedactivity/feeds/hide-item', { id, type: 'activity_action', hide_report: 0 });
    expect(said).toMatchObject({ status: 200, status_code: 204, body: { undo: { url: 'advancedactivity/feeds/un-hide-item', urlParams: { id, type: 'activity_action' } }, hide_all: { urlParams: { id: bo.id, type: 'user' } } } });
    expect(await call('POST', '/advancedactivity/feeds/un-hide-item', said.body.undo.urlParams)).toMatchObject({ status_code: 204 });
    expect(await call('POST', '/advancedactivity/feeds/un-hide-item', said.body.undo.urlParams)).toMatchObject({ status: 404 });
    for (const type of ['group', '', 'activity_comment']) expect(await call('POST', '/advancedactivity/feeds/hide-item', { id, type })).toMatchObject({ status: 400 });
    expect(await call('POST', '/advancedactivity/feeds/hide-item', { type: 'user' })).toMatchObject({ status: 400, error_code: 'parameter_missing' });
  });

  test('share: 204 with the new id; other types have nothing yet', async () => {
    const id = await addPost(bo);
    const said = await call('POST', '/activity/share', { type: 'activity_action', id, body: 'Look' });
    expect(said).toMatchObject({ status: 200, status_code: 204, body: { action_id: expect.any(Number) } });
    expect((await call('GET', '/advancedactivity/feeds', { action_id: said.body.action_id })).body.data[0].feed.share_params_id).toBe(id);
    expect(await call('POST', '/activity/share', { type: 'video', id })).toMatchObject({ status: 404 });
    expect(await call('POST', '/activity/share', { type: 'user', id })).toMatchObject({ status: 400 });
    expect(await call('POST', '/activity/share', { type: 'activity_action', id: await addPost(bo, { audience: 'friends' }) })).toMatchObject({ status: 401 });
  });

  test('saving answers 1 or 0; what cannot be seen is not found', async () => {
    const id = await addPost(bo);
    const save = (fields: Fields | string, as: Member | undefined = ada) => call('POST', '/advancedactivity/update-save-feed', fields, as);
    expect(await save({ action_id: id })).toMatchObject({ status: 200, body: 1 });
    expect((await call('GET', '/advancedactivity/feeds', { filter_type: 'user_saved' })).body.data).toMatchObject([{ feed: { action_id: id }, is_saved: 1 }]);
    expect((await call('GET', '/advancedactivity/feeds', { filter_type: 'user_saved' }, bo)).body.data).toEqual([]);
    // Whose list it is comes from the session and from nowhere else.
    expect(await save({ action_id: id, member_id: bo.id, user_id: bo.id })).toMatchObject({ status: 200, body: 0 });
    for (const action_id of ['x', '1e3', '-5', '0', '', '1234567890123456789']) expect(await save({ action_id })).toMatchObject({ status: 400 });
    expect(await save({})).toMatchObject({ status: 400, error_code: 'parameter_missing' });
    expect(await save('action_id=5&action_id=6')).toMatchObject({ status: 400 });
    for (const action_id of [await addPost(bo, { audience: 'onlyme' }), 999_999_999]) expect(await save({ action_id })).toMatchObject({ status: 404, error_code: 'no_record' });
    expect(await send('POST', '/advancedactivity/update-save-feed', { action_id: id })).toMatchObject({ status: 401 });
    expect(await send('GET', '/advancedactivity/update-save-feed', { action_id: id }, { as: ada })).toMatchObject({ status: 400 });
  });

  test('whoever is tagged takes their own name off, and nobody else does', async () => {
    const cy = await addMember();
    await befriend(ada, cy);
    const id = (await post({ body: 'With two', auth_view: 'friends', toValues: `${bo.id},${cy.id}` })).body.response.feed.action_id;
    const remove = (fields: Fields | string, as: Member) => call('POST', '/advancedactivity/remove-tag', fields, as);
    const seen = async (as: Member) => (await call('GET', '/advancedactivity/feeds', { action_id: id }, as)).body.data[0];
    const menu = async (as: Member) => (await seen(as)).feed_menus.map(({ name }: { name: string }) => name);
    const tagged = async () => (await seen(ada)).feed.tags.map(({ tag_id }: { tag_id: number }) => tag_id);
    expect([await menu(bo), await menu(ada)].map((names) => names.includes('remove_tag'))).toEqual([true, false]);
    // Whose name it is comes from the session and from nowhere else.
    for (const as of [ada, await addMember()]) expect(await remove({ action_id: id, member_id: cy.id, user_id: cy.id }, as)).toMatchObject({ status: 404, error_code: 'no_record' });
    expect(await tagged()).toEqual([bo.id, cy.id]);
    expect(await remove({ action_id: id }, bo)).toMatchObject({ status_code: 204 });
    expect(await remove({ action_id: id }, bo)).toMatchObject({ status: 404 });
    expect([await tagged(), await menu(bo)]).toEqual([[cy.id], expect.not.arrayContaining(['remove_tag'])]);
    expect(await remove({ action_id: id }, cy)).toMatchObject({ status_code: 204 });
    expect(await tagged()).toEqual([]);
    for (const action_id of ['x', '0', '1234567890123456789']) expect(await remove({ action_id }, bo)).toMatchObject({ status: 400 });
    expect(await send('POST', '/advancedactivity/remove-tag', { action_id: id })).toMatchObject({ status: 401 });
  });

  test('the switches answer 1 or 0', async () => {
    const id = await addPost(ada);
    expect((await call('POST', '/advancedactivity/update-commentable', { action_id: id })).body).toBe(0);
    expect((await call('POST', '/advancedactivity/update-commentable', { action_id: id })).body).toBe(1);
    expect((await call('POST', '/advancedactivity/update-shareable', { action_id: id })).body).toBe(0);
    expect(await call('POST', '/advancedactivity/update-shareable', { action_id: id }, bo)).toMatchObject({ status: 401 });
  });

  test('where comments are closed nobody reacts any more, to the post or to what is said under it; what was chosen may be taken back', async () => {
    const id = await addPost(ada);
    const say = await call('POST', '/advancedactivity/comment', { action_id: id, body: 'Said before' }, bo);
    const comment_id = say.body.comment_id as number;
    const [like, unlike] = ['/advancedactivity/like', '/advancedactivity/unlike'];
    expect(await call('POST', like, { action_id: id, reaction: 'love' }, bo)).toMatchObject({ status: 200 });
    expect((await call('POST', '/advancedactivity/update-commentable', { action_id: id })).body).toBe(0);
    const subject = { subject_type: 'activity_action', subject_id: id };
    const refused = { status: 401, error_code: 'unauthorized' };
    // Its author included, on every way.
    for (const as of [ada, bo]) {
      expect(await call('POST', like, { action_id: id }, as)).toMatchObject(refused);
      expect(await call('POST', like, { action_id: id, comment_id }, as)).toMatchObject(refused);
      expect(await call('POST', '/like', subject, as)).toMatchObject(refused);
      expect(await call('POST', '/like', { ...subject, comment_id }, as)).toMatchObject(refused);
    }
    expect(await call('POST', unlike, { action_id: id }, bo)).toMatchObject({ status: 200, body: { is_like: 0, like_count: 0 } });
    expect((await db.execute(sql`select 1 from reactions where subject_id in (${id}, ${comment_id})`)).length).toBe(0);
    // What one may not see is not found, closed or not.
    await db.execute(sql`update posts set audience = 'onlyme' where id = ${id}`);
    expect(await call('POST', like, { action_id: id }, bo)).toMatchObject({ status: 404, error_code: 'no_record' });
    expect((await call('POST', '/advancedactivity/update-commentable', { action_id: id })).body).toBe(1);
    expect(await call('POST', like, { action_id: id, comment_id })).toMatchObject({ status: 200 });
  });

  test('feelings', async () => {
    const { body } = await call('GET', '/advancedactivity/feelings');
    expect(body.parent).toHaveLength(11);
    for (const { id, children } of feelings) expect(body.child[id]).toHaveLength(children.length);
    expect(await send('GET', '/advancedactivity/feelings')).toMatchObject({ status: 401 });
  });

  test('block, by query as the specification writes it, and the list', async () => {
    const foe = await addMember();
    expect(await send('POST', `/block/add?user_id=${foe.id}`, {}, { as: ada })).toMatchObject({ status: 200, status_code: 204 });
    expect((await call('GET', '/block/list')).body).toMatchObject({ totalItemCount: 1, response: [{ user_id: foe.id }] });
    expect(await send('POST', `/block/remove?user_id=${foe.id}`, {}, { as: ada })).toMatchObject({ status_code: 204 });
    expect(await call('POST', '/block/add', { user_id: ada.id })).toMatchObject({ status: 400, message: { user_id: expect.any(String) } });
    expect(await call('POST', '/block/add', { user_id: 999_999_999 })).toMatchObject({ status: 404 });
    expect(await call('POST', '/block/add')).toMatchObject({ status: 400, error_code: 'parameter_missing' });
    expect(await send('POST', '/block/add', { user_id: foe.id })).toMatchObject({ status: 401 });
  });

  test('no answer tells more than its own words', async () => {
    const texts = await Promise.all([
      call('GET', '/advancedactivity/feeds', { limit: 50 }),
      call('POST', '/advancedactivity/like', { action_id: '1 or 1=1' }),
      post({ body: 'x', uri: "javascript:'" }),
    ]).then((all) => all.map((one) => one.text).join('\n'));
    expect(texts).not.toMatch(/password|@hearth\.example|token|select |node_modules|Postgres/i);
  });
});

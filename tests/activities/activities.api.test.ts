import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { domains } from '#app/domains.ts';
import { defineActivity, listActivities } from '#domains/activities/activity.server.ts';
import { removeActivity, shareActivity } from '#domains/activities/share-activity.server.ts';
import { exportSections } from '#domains/archive/export-sections.server.ts';
import { isMember, type Member } from '#domains/policy/viewer.ts';
import { PostHeader } from '#domains/posts/card/PostHeader.tsx';
import { toPost } from '#domains/posts/posts.model.ts';
import { postMeta } from '#domains/posts/public/post-meta.ts';
import { db } from '#server/db.ts';
import { defineDomain, setDomains } from '#server/domain.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, block, setProfileAudience } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';

/** Written as a domain of groups would write it: nothing else names this kind. */
const groupCreated = defineActivity<{ id: number; title: string }>({
  type: 'choir_create',
  setting: 'I found a choir',
  interval: '1 hour',
  item: (viewer, { itemId }) => sql`
    select json_build_object('id', g.id, 'title', g.title)
    from test_groups g
    where g.id = ${itemId}
      and (not g.is_secret or g.owner_id = ${isMember(viewer) ? viewer.id : null}::bigint)`,
  headline: ({ item }) =>
    item
      ? { text: 'created the group', item: { type: 'group', id: item.id, label: item.title } }
      : undefined,
  title: ({ itemId }) => sql`
    select 'New group: ' || g.title
    from test_groups g
    where g.id = ${itemId}`,
});

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  await db.execute(sql`
    create table test_groups (
      id bigint primary key generated always as identity,
      owner_id bigint not null,
      title text not null,
      is_secret boolean not null default false
    )`);
  setDomains([...domains, defineDomain({ name: 'choirs', activities: [groupCreated] })]);
});

let [ada, bo]: Member[] = [];
let groupId: number;
let postId: number;

async function createGroup(owner: Member, title: string): Promise<number> {
  return db.transaction(async (tx) => {
    const [group] = await tx.execute<{ id: number }>(
      sql`insert into test_groups (owner_id, title) values (${owner.id}, ${title}) returning id`,
    );
    await shareActivity(tx, {
      activity: groupCreated,
      authorId: owner.id,
      audience: 'everyone',
      itemId: group!.id,
    });
    return group!.id;
  });
}

const call = (path: string, fields: Fields, as: Member) => send('POST', path, fields, { as });
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const readFeed = async (as: Member, fields: Fields = {}): Promise<any[]> =>
  (await send('GET', '/advancedactivity/feeds', fields, { as })).body.data;
const readOne = (as: Member | undefined) =>
  send('GET', '/advancedactivity/feeds', { action_id: postId }, { as });
const keepSecret = () =>
  db.execute(sql`update test_groups set is_secret = true where id = ${groupId}`);

beforeEach(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  await setProfileAudience(ada);
  groupId = await createGroup(ada, 'Rowing');
  const [post] = await db.execute<{ id: number }>(
    sql`select id from posts where author_id = ${ada.id}`,
  );
  postId = post!.id;
});

test('a new kind is on the feed, the wall and its own page, with its headline', async () => {
  const wall = { subject_type: 'user', subject_id: ada!.id };
  for (const [item] of [await readFeed(bo!), await readFeed(bo!, wall)]) {
    expect(item.feed).toMatchObject({
      action_id: postId,
      type: 'choir_create',
      feed_title: 'Ada created the group Rowing',
      action_type_body: '{item:$subject} created the group {item:$object}\r\n{body:$body}',
    });
    expect(item.feed.action_type_body_params).toContainEqual({
      search: '{item:$object}',
      type: 'group',
      id: groupId,
      label: 'Rowing',
    });
  }
  expect((await readOne(bo)).body.data[0].feed.action_id).toBe(postId);
  expect((await readOne(undefined)).status).toBe(200);
});

test('its card and the metadata of its page need no code of their own', async () => {
  const post = toPost((await readOne(bo)).body.data[0]);
  const header = renderToStaticMarkup(createElement(PostHeader, { post, now: post.publishedAt }));
  expect(header).toContain(
    `created the group <a href="/groups/group/${groupId}" dir="auto">Rowing</a>`,
  );
  expect(postMeta(post, [], '').title).toBe('Ada created the group Rowing');
});

test('a viewer who may not see the item sees it nowhere', async () => {
  await call('/advancedactivity/edit-feed', { action_id: postId, body: 'Starboard' }, ada!);
  const found = async (as: Member) => ({
    feed: (await readFeed(as)).some(({ feed }) => feed.action_id === postId),
    wall: (await readFeed(as, { subject_type: 'user', subject_id: ada!.id })).length > 0,
    page: (await readOne(as)).status === 200,
    search: JSON.stringify(
      (await send('GET', '/search', { query: 'starboard' }, { as })).body,
    ).includes(`/posts/${postId}"`),
    like: (await call('/advancedactivity/like', { action_id: postId }, as)).status === 200,
  });
  const everywhere = { feed: true, wall: true, page: true, search: true, like: true };
  expect(await found(bo!)).toEqual(everywhere);
  await keepSecret();
  expect(await found(ada!)).toEqual(everywhere);
  expect(await found(bo!)).toEqual({
    feed: false,
    wall: false,
    page: false,
    search: false,
    like: false,
  });
  expect((await readOne(undefined)).status).toBe(404);
});

test('it is deleted with its item, and invisible should the item disappear', async () => {
  await db.execute(sql`delete from test_groups where id = ${groupId}`);
  expect((await readOne(ada)).status).toBe(404);
  await db.transaction((tx) => removeActivity(tx, { activity: groupCreated, itemId: groupId }));
  expect(await db.execute(sql`select from posts where id = ${postId}`)).toHaveLength(0);
});

test('it has a switch in the privacy settings, and is written once an hour', async () => {
  const { body } = await send('GET', '/members/settings/privacy', {}, { as: bo });
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const field = body.form.find((one: any) => one.name === 'publishTypes');
  expect(field.multiOptions.choir_create).toBe('I found a choir');
  expect(body.formValues.publishTypes).toContain('choir_create');
  await send('PUT', '/members/settings/privacy', {}, { as: bo, json: { publishTypes: [] } });
  await createGroup(bo!, 'Sailing');
  await createGroup(ada!, 'Diving');
  expect(await readFeed(bo!, { subject_type: 'user', subject_id: bo!.id })).toEqual([]);
  expect(await readFeed(bo!, { subject_type: 'user', subject_id: ada!.id })).toHaveLength(1);
});

test('its text may be removed again', async () => {
  const edit = (body: string) =>
    call('/advancedactivity/edit-feed', { action_id: postId, body }, ada!);
  expect([(await edit('Join in')).status, (await edit('')).status]).toEqual([200, 200]);
});

test('lists of posts without a text show its title', async () => {
  await call('/advancedactivity/edit-feed', { action_id: postId, body: '' }, ada!);
  await call('/notifications/mute', { type: 'activity_action', id: postId }, bo!);
  const { body } = await send('GET', '/notifications/muted', {}, { as: bo });
  expect(JSON.stringify(body.response)).toContain('New group: Rowing');
});

test('it is in the archive of its author', async () => {
  const { rows } = exportSections(ada!).find(({ name }) => name === 'posts.json')!;
  expect(await db.execute(sql`select item from (${rows}) as part (key, item)`)).toMatchObject([
    { item: { id: postId, type: 'choir_create', item: groupId } },
  ]);
});

test('it keeps to blocks like every post', async () => {
  await block(ada!, bo!);
  expect((await readOne(bo)).status).toBe(404);
});

test('types are unique and can be named in the settings', () => {
  const types = listActivities().map(({ type }) => type);
  expect(new Set(types).size).toBe(types.length);
  expect(() => defineActivity({ type: 'Group', headline: () => undefined })).toThrow('Group');
});

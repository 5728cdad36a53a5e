import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addGroup, addToGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';

/** Posts and returns the id of the post. */
async function post(author: Member, body: string, fields: Fields = {}): Promise<number> {
  const answer = await send(
    'POST',
    '/advancedactivity/feeds/post',
    { body, auth_view: 'everyone', ...fields },
    { as: author },
  );
  return answer.body!.response.feed.action_id as number;
}

const comment = (author: Member, postId: number, body: string) =>
  send(
    'POST',
    '/comment-create',
    { subject_type: 'activity_action', subject_id: postId, body, send_notification: 1 },
    { as: author },
  );

async function mentionsOf(member: Member): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count
    from notifications n
    join notification_actors a on a.notification_id = n.id
    where n.recipient_id = ${member.id}
      and n.type = 'mentioned'`);
  return row!.count;
}

const allowEverybody = (member: Member) =>
  send('PUT', '/members/settings/privacy', { mention: 'everyone' }, { as: member });

const unnotified = async (author: Member, body: string, fields: Fields = {}) =>
  (await send('GET', '/mentions/check', { writing: 'post', body, ...fields }, { as: author })).body!
    .unnotified as string[];

const suggested = async (author: Member, search: string, fields: Fields = {}) =>
  (
    (await send('GET', '/mentions/suggest', { writing: 'post', search, ...fields }, { as: author }))
      .body!.response as Array<{ user_id: number }>
  ).map(({ user_id }) => user_id);

let author: Member;
let friend: Member;
let stranger: Member;
let open: Member;
let both: string;
beforeAll(async () => {
  author = await addMember({ name: 'Ada Quill' });
  friend = await addMember({ name: 'Bo Reed' });
  stranger = await addMember({ name: 'Cy Tan' });
  open = await addMember({ name: 'Dee Oaks' });
  await befriend(author, friend);
  await allowEverybody(open);
  both = `@${friend.username} @${stranger.username} @${open.username}`;
});

describe('a mention notifies', () => {
  const counts = () => Promise.all([friend, stranger, open].map(mentionsOf));
  /** How many more mentions each of the three has after `work`. */
  async function added(work: () => Promise<unknown>): Promise<number[]> {
    const before = await counts();
    await work();
    return (await counts()).map((count, index) => count - before[index]!);
  }

  test('in a public post friends and whoever lets everybody', async () => {
    expect(await added(() => post(author, both))).toEqual([1, 0, 1]);
  });

  test('in a post for friends only friends', async () => {
    expect(await added(() => post(author, both, { auth_view: 'friends' }))).toEqual([1, 0, 0]);
  });

  test('in a secret group its members, and nobody who cannot read it', async () => {
    const group = await addGroup(author, { auth_view: 'member' });
    const target = { subject_type: 'group', subject_id: group };
    await addToGroup(author, group, stranger);
    expect(await added(() => post(author, both, target))).toEqual([0, 1, 0]);
    const id = await post(author, 'Bread', target);
    expect(await added(() => comment(stranger, id, both))).toEqual([0, 0, 0]);
    expect(await added(() => comment(author, id, both))).toEqual([0, 1, 0]);
  });

  test('nobody any more who may no longer read the text', async () => {
    const group = await addGroup(author, { auth_view: 'member' });
    await addToGroup(author, group, stranger);
    const id = await post(author, both, { subject_type: 'group', subject_id: group });
    const isListed = async () => {
      const { body } = await send('GET', '/notifications', {}, { as: stranger });
      return JSON.stringify(body).includes(`"object_id":${id},`);
    };
    expect(await isListed()).toBe(true);
    await send('POST', `/groups/member/leave/${group}`, {}, { as: stranger });
    expect(await isListed()).toBe(false);
  });

  test('in a comment the participants', async () => {
    const id = await post(author, 'Bread');
    await comment(stranger, id, 'Nice');
    expect(
      await added(() => comment(open, id, `@${stranger.username} @${friend.username}`)),
    ).toEqual([0, 1, 0]);
  });

  test('nobody in a group who turned its notices off', async () => {
    const group = await addGroup(author);
    await addToGroup(author, group, stranger);
    await db.execute(sql`
      update memberships set notify = 0 where member_id = ${stranger.id} and id = ${group}`);
    expect(
      await added(() => post(author, both, { subject_type: 'group', subject_id: group })),
    ).toEqual([1, 0, 1]);
  });
});

test('the names that notify nobody are the same for every reason', async () => {
  const blocked = await addMember();
  await block(blocked, author);
  const suspended = await addMember();
  await befriend(author, suspended);
  await setStatus(suspended, 'suspended');
  const names = [stranger, blocked, suspended].map(({ username }) => username.toLowerCase());
  expect(
    await unnotified(
      author,
      [friend.username, author.username, ...names, 'nobody.here']
        .map((name) => `@${name}`)
        .join(' '),
    ),
  ).toEqual([...names, 'nobody.here']);
  expect(await unnotified(author, both, { auth_view: 'onlyme' })).toHaveLength(3);
  expect(await unnotified(author, both, { auth_view: 'friends' })).toEqual(
    [stranger, open].map(({ username }) => username.toLowerCase()),
  );
});

test('nobody is notified of a post in the name of a page', async () => {
  const page = await addPage(author);
  const target = { subject_type: 'sitepage_page', subject_id: page };
  expect(await unnotified(author, both, target)).toHaveLength(3);
  expect(await suggested(author, 'bo', target)).toEqual([]);
});

describe('suggestions', () => {
  test('are friends, by name or username', async () => {
    expect(await suggested(author, 'ree')).toEqual([friend.id]);
    expect(await suggested(author, friend.username.slice(0, 5))).toContain(friend.id);
    expect(await suggested(author, '')).toContain(friend.id);
    expect(await suggested(author, 'cy')).toEqual([]);
    expect(await suggested(author, '%')).toEqual([]);
  });

  test('are members of a group for its members alone', async () => {
    const group = await addGroup(author);
    const target = { subject_type: 'group', subject_id: group };
    await addToGroup(author, group, stranger);
    expect(await suggested(author, 'cy', target)).toEqual([stranger.id]);
    const outsider = await addMember();
    expect(await suggested(outsider, 'cy', target)).toEqual([]);
  });

  test('leave out the blocked and those who cannot read the text', async () => {
    const group = await addGroup(author, { auth_view: 'member' });
    expect(await suggested(author, 'bo', { subject_type: 'group', subject_id: group })).toEqual([]);
    const blocked = await addMember({ name: 'Zed Yarrow' });
    await befriend(author, blocked);
    expect(await suggested(author, 'zed')).toEqual([blocked.id]);
    await block(blocked, author);
    expect(await suggested(author, 'zed')).toEqual([]);
  });

  test('begin with the participants of a comment', async () => {
    const id = await post(author, 'Bread');
    await comment(stranger, id, 'Nice');
    const context = { writing: 'comment', subject_type: 'activity_action', subject_id: id };
    expect((await suggested(author, '', context))[0]).toBe(stranger.id);
  });

  test('about what the member may not see are not found', async () => {
    const id = await post(author, 'Bread', { auth_view: 'onlyme' });
    const context = { writing: 'comment', subject_type: 'activity_action', subject_id: id };
    for (const path of ['/mentions/suggest', '/mentions/check'])
      expect((await send('GET', path, { ...context, body: '@x1' }, { as: stranger })).status).toBe(
        404,
      );
    expect(
      (await send('GET', '/mentions/suggest', { writing: 'comment' }, { as: author })).status,
    ).toBe(400);
  });
});

test('mentions beyond those of a day are refused, and the text is not posted', async () => {
  const writer = await addMember();
  const names = Array.from({ length: 10 }, (_, index) => `@somebody${index}`).join(' ');
  for (let count = 0; count < 20; count++) await post(writer, names);
  const answer = await send(
    'POST',
    '/advancedactivity/feeds/post',
    { body: '@somebody1', auth_view: 'everyone' },
    { as: writer },
  );
  expect(answer.status).toBe(429);
  expect(await post(writer, 'Without a name')).toBeGreaterThan(0);
});

import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { addMember } from '../support/people.ts';
import { addPage, addToPage, call } from './page-world.ts';

let owner: Member;
let moderator: Member;
let member: Member;
let page: number;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, moderator, member] = [await addMember(), await addMember(), await addMember()];
  page = await addPage(owner);
  await addToPage(owner, page, moderator, 'moderator');
  await addToPage(owner, page, member);
});

const write = async (as: Member, wall = page): Promise<number> => {
  const fields = { body: 'Hello', subject_type: 'sitepage_page', subject_id: wall };
  return (await call(as, 'POST', '/advancedactivity/feeds/post', fields)).body.response.feed
    .action_id;
};
const pin = (as: Member | undefined, id: number) =>
  call(as, 'POST', '/advancedactivity/update-pinned', { action_id: id });
const wall = { subject_type: 'sitepage_page' };
const list = async (as: Member, path: string, fields = {}): Promise<number[]> =>
  (
    await call(as, 'GET', `/advancedactivity/feeds${path}`, {
      ...wall,
      subject_id: page,
      ...fields,
    })
  ).body.data.map(({ feed }: { feed: { action_id: number } }) => feed.action_id);
const menuOf = async (as: Member, id: number) =>
  (await call(as, 'GET', '/advancedactivity/feeds', { action_id: id })).body.data[0].feed_menus.map(
    ({ name }: { name: string }) => name,
  );

test('staff pins a post, which is listed apart, and unpins it', async () => {
  const [first, second] = [await write(member), await write(owner)];
  expect(await menuOf(member, first)).not.toContain('pin');
  expect(await menuOf(moderator, first)).toContain('pin');
  expect((await pin(moderator, first)).body).toBe(1);
  expect(await menuOf(moderator, first)).toContain('unpin');
  expect(await list(member, '/pinned')).toEqual([first]);
  expect(await list(member, '')).toEqual([second, first]);
  expect(await list(member, '', { pinned: 0 })).toEqual([second]);
  const log = await call(owner, 'GET', `/sitepage/audit-log/${page}`);
  expect(log.text).toContain('pin_post');
  expect((await pin(owner, first)).body).toBe(0);
  expect(await list(member, '/pinned')).toEqual([]);
});

test('at most three, also when four are pinned at once', async () => {
  const ids = [await write(owner), await write(owner), await write(owner), await write(owner)];
  const codes = await Promise.all(ids.map(async (id) => (await pin(owner, id)).status));
  expect(codes.toSorted()).toEqual([200, 200, 200, 400]);
  expect(await list(member, '/pinned')).toHaveLength(3);
  const [deleted] = await list(member, '/pinned');
  await call(owner, 'DELETE', '/advancedactivity/delete', { action_id: deleted! });
  expect(await list(member, '/pinned')).toHaveLength(2);
});

test('nobody else pins, and no other post', async () => {
  const id = await write(member);
  const outsider = await addMember();
  for (const as of [member, outsider]) expect((await pin(as, id)).status).toBe(401);
  expect((await pin(undefined, id)).status).toBe(401);
  expect((await pin(owner, 999_999_999)).status).toBe(404);
  const { body } = await call(owner, 'POST', '/advancedactivity/feeds/post', { body: 'Mine' });
  expect((await pin(owner, body.response.feed.action_id)).status).toBe(401);
  // A post of a page that one may not read is absent, pinned or not.
  const closed = await addPage(owner, { auth_view: 'member', search: 0 });
  const hidden = await write(owner, closed);
  expect((await pin(owner, hidden)).body).toBe(1);
  expect((await pin(outsider, hidden)).status).toBe(404);
  const read = await call(outsider, 'GET', '/advancedactivity/feeds/pinned', {
    ...wall,
    subject_id: closed,
  });
  expect(read.status).toBe(404);
});

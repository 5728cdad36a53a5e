import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { peopleFound } from '#domains/search/member-list.schema.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';

let ada: Member;
let bo: Member;
let cleo: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo, cleo] = [
    await addMember({ name: 'Ada Quill' }),
    await addMember({ name: 'Bo Réed' }),
    await addMember({ name: 'Cleo Quillfeather', avatar: 'a.webp' }),
  ];
  await befriend(ada, bo);
});

const list = async (fields: Fields = {}, as: Member = ada) =>
  (await send('GET', '/members', fields, { as })).body as ReturnType<typeof peopleFound.parse>;
const names = async (fields: Fields = {}, as: Member = ada) =>
  (await list(fields, as)).response.map(({ displayname }) => displayname);

test('lists findable members, newest first, each with the friendship', async () => {
  const answer = await list();
  expect(peopleFound.parse(answer)).toEqual(answer);
  expect(answer).toMatchObject({
    page: 1,
    totalItemCount: 3,
    response: [
      { user_id: cleo.id, friendship_type: 'add_friend' },
      { user_id: bo.id, friendship_type: 'remove_friend' },
      { user_id: ada.id, friendship_type: 'cannot_add' },
    ],
  });
  expect(await names({ limit: 2, page: 2 })).toEqual(['Ada Quill']);
  expect(await list({ page: 9 })).toMatchObject({ page: 9, totalItemCount: 3, response: [] });
});

test('by a part of the name, a picture, and online friends', async () => {
  for (const displayname of ['quill', 'UILL', 'ill'])
    expect(await names({ displayname }), displayname).toEqual(['Cleo Quillfeather', 'Ada Quill']);
  expect(await names({ displayname: 'reed' })).toEqual(['Bo Réed']);
  for (const displayname of ['%', '_', '\\'])
    expect(await names({ displayname }), displayname).toEqual([]);
  expect(await names({ has_photo: 1 })).toEqual(['Cleo Quillfeather']);
  expect(await names({ is_online: 1 })).toEqual([]);
  for (const { id } of [bo, cleo]) {
    await db.execute(
      sql`
        insert into sessions (token_hash, secret_hash, member_id, device, address)
        values (decode(md5(${`t${id}`}), 'hex'), ''::bytea, ${id}, '', '')`,
    );
  }
  // The online state is visible to friends only.
  expect(await names({ is_online: 1 })).toEqual(['Bo Réed']);
});

test('unfindable members are listed for friends only, and nobody across a block, suspended or pending', async () => {
  const hidden = await addMember({ name: 'Dot Quill' });
  await db.execute(
    sql`insert into member_settings (member_id, is_findable) values (${hidden.id}, false)`,
  );
  await addMember({ name: 'Pending Quill', status: 'pending' });
  const quills = async (as: Member) => {
    const { totalItemCount, response } = await list({ displayname: 'quill' }, as);
    expect(totalItemCount).toBe(response.length);
    return response.map(({ displayname }) => displayname);
  };
  expect(await quills(ada)).toEqual(['Cleo Quillfeather', 'Ada Quill']);
  expect(await quills(hidden)).toEqual(['Dot Quill', 'Cleo Quillfeather', 'Ada Quill']);
  await befriend(ada, hidden);
  expect(await quills(ada)).toEqual(['Dot Quill', 'Cleo Quillfeather', 'Ada Quill']);
  await setStatus(hidden, 'suspended');
  await block(cleo, ada);
  expect(await quills(ada)).toEqual(['Ada Quill']);
  expect(await quills(cleo)).toEqual(['Cleo Quillfeather']);
});

test.each<[string, Fields | string]>([
  ['101 characters', { displayname: 'x'.repeat(101) }],
  ['two names', 'displayname=a&displayname=b'],
  ['a page of 1e3', { page: '1e3' }],
  ['a page below 0', { page: -1 }],
  ['no limit', { limit: 0 }],
  ['a flag of 2', { has_photo: 2 }],
])('%s is refused', async (_, fields) => {
  expect(await send('GET', '/members', fields, { as: ada })).toMatchObject({
    status: 400,
    error_code: 'validation_fail',
  });
});

test('needs a member, and reveals nothing secret', async () => {
  expect(await send('GET', '/members', {}, {})).toMatchObject({ status: 401 });
  expect(JSON.stringify(await list())).not.toMatch(/@hearth|email|password|name_words/);
});

test('the list of modules is public', async () => {
  expect((await send('GET', '/get-enabled-modules', {}, {})).body).toEqual([
    'advancedactivity',
    'album',
    'video',
    'sitereaction',
    'nestedcomment',
    'sitepage',
    'group',
    'event',
    'communityad',
  ]);
});

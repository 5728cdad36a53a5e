import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import { addPage, addToPage, call } from './page-world.ts';

// Accounts of the same day add no links to pages, and review none.

let fresh: Member;
let old: Member;

async function addOld(): Promise<Member> {
  const member = await addMember();
  await db.execute(sql`
    update members set created_at = now() - interval '25 hours' where id = ${member.id}`);
  return member;
}

beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1;
  [fresh, old] = [await addMember(), await addOld()];
});

const treeWith = (text: string, marks: object[] = []) =>
  JSON.stringify({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text, marks }] }],
  });
const link = { type: 'link', href: 'https://rows.example/' };

describe('links in a page', () => {
  const edit = (as: Member, id: number, fields: Record<string, string>) =>
    call(as, 'POST', `/sitepage/edit/${id}`, fields);

  const linked: Array<[string, Record<string, string>]> = [
    ['as website', { website: 'https://rows.example' }],
    ['as website without its scheme', { website: 'rows.example' }],
    ['in the description', { body: 'See https://rows.example for more.' }],
    ['in the overview', { overview: 'See https://rows.example' }],
    ['on a word of the overview', { overview_tree: treeWith('Row', [link]) }],
  ];

  test.each(linked)('%s are refused in the first day of an account', async (_, fields) => {
    const id = await addPage(fresh);
    expect(await edit(fresh, id, fields)).toMatchObject({
      status: 400,
      error_code: 'validation_fail',
    });
    await expect(addPage(fresh, fields)).rejects.toThrow('second day');
    expect((await edit(old, await addPage(old), fields)).status).toBe(200);
    env().RATE_LIMIT_SCALE = 25;
    expect((await edit(fresh, id, fields)).status).toBe(200);
  });

  test('a new admin keeps those that others have written, and adds none', async () => {
    const body = 'See https://rows.example.';
    const kept = { website: 'https://rows.example', body, overview_tree: treeWith('Row', [link]) };
    const id = await addPage(old, kept);
    await addToPage(old, id, fresh, 'admin');
    expect((await edit(fresh, id, { ...kept, title: 'Rowers' })).status).toBe(200);
    expect((await edit(fresh, id, { website: '' })).status).toBe(200);
    expect((await edit(fresh, id, { website: 'https://other.example' })).status).toBe(400);
    const other = treeWith('Row', [{ ...link, href: 'https://other.example/' }]);
    expect((await edit(fresh, id, { overview_tree: other })).status).toBe(400);
  });
});

test('an account reviews from its second day on', async () => {
  const id = await addPage(old);
  const review = { rating: 4, title: 'Fine', body: 'A fine club to row in.' };
  const create = (as: Member) => call(as, 'POST', `/sitepage/reviews/create/${id}`, review);
  const canCreate = async (as: Member) =>
    (await call(as, 'GET', `/sitepage/reviews/browse/${id}`)).body.canCreate as number;
  expect(await canCreate(fresh)).toBe(0);
  expect((await create(fresh)).status).toBe(401);
  const other = await addOld();
  expect(await canCreate(other)).toBe(1);
  expect((await create(other)).status).toBe(200);
});

test('an address without its scheme becomes one with https', async () => {
  const id = await addPage(old);
  const website = async (address: string) => {
    const { status } = await call(old, 'POST', `/sitepage/edit/${id}`, { website: address });
    if (status !== 200) return status;
    return (await call(old, 'GET', `/sitepage/view/${id}`)).body.response.website as string;
  };
  expect(await website('www.rows.example/about')).toBe('https://www.rows.example/about');
  expect(await website('rows.example:8443')).toBe('https://rows.example:8443');
  expect(await website('http://rows.example')).toBe('http://rows.example');
  for (const address of ['rows', 'ftp://rows.example', 'java.script:alert(1)', 'a:b@rows.example'])
    expect(await website(address), address).toBe(400);
});

import { beforeEach, expect, test } from 'vitest';
import { changeSlug, findBySlug } from '#domains/containers/slugs.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { addMember } from '../support/people.ts';
import { addContainer, addMembership } from './container-world.ts';

let owner: Member;
let other: Member;
let count = 0;
/** Slugs are unique for the site, and so for all tests of the file. */
const unique = () => `bakers-of-${'abcdefghkm'[(count += 1)]!.repeat(4)}`;
beforeEach(async () => {
  owner = await addMember();
  other = await addMember();
});

const refused = { code: 'validation_fail', detail: { slug: expect.any(String) } };

test('an old name redirects to the present one, and comes back', async () => {
  const group = await addContainer(owner);
  const [first, second] = [unique(), unique()];
  await changeSlug(owner, group, first);
  await changeSlug(owner, group, second);
  expect(await findBySlug(visitor, 'group', first)).toEqual({ id: group.id, slug: second });
  expect(await findBySlug(visitor, 'group', second.toUpperCase())).toMatchObject({ slug: second });
  expect(await findBySlug(visitor, 'page', second)).toBeUndefined();
  await changeSlug(owner, group, first);
  expect(await findBySlug(visitor, 'group', second)).toEqual({ id: group.id, slug: first });
});

test('a name of another container is refused, old or of a draft, and so is a look-alike', async () => {
  const draft = await addContainer(owner, { state: 'draft' });
  const [old, name] = [unique(), unique()];
  await changeSlug(owner, draft, old);
  await changeSlug(owner, draft, name);
  expect(await findBySlug(other, 'group', name)).toBeUndefined();
  const mine = await addContainer(other, { type: 'page' });
  for (const slug of [old, name, name.replaceAll('-', '_'), name.replace('s', '5'), 'admin'])
    await expect(changeSlug(other, mine, slug)).rejects.toMatchObject(refused);
});

test('one of two members who take similar names at once gets it', async () => {
  const name = unique();
  const [mine, yours] = [await addContainer(owner), await addContainer(other)];
  const results = await Promise.allSettled([
    changeSlug(owner, mine, name),
    changeSlug(other, yours, name.replaceAll('-', '_')),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('names are changed by staff who may edit, and not without end', async () => {
  const group = await addContainer(owner);
  await expect(changeSlug(other, group, unique())).rejects.toMatchObject({ code: 'unauthorized' });
  const secret = await addContainer(owner, { visibility: 'members', isListed: false });
  await expect(changeSlug(other, secret, unique())).rejects.toMatchObject({ code: 'no_record' });
  await addMembership(group, other, { role: 10 });
  const name = unique();
  for (let turn = 0; turn < 10; turn += 1)
    await changeSlug(other, group, `${name}-${'q'.repeat(turn + 1)}`);
  await expect(changeSlug(other, group, `${name}-last`)).rejects.toMatchObject(refused);
});

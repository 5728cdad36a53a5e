import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  removeContainerPicture,
  setContainerPicture,
} from '#domains/containers/pictures.server.ts';
import { toShape, type PictureKind } from '#domains/media/picture-shapes.rules.ts';
import { isPictureVisible, storePublicPicture } from '#domains/media/public-pictures.server.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import { fetchFile } from '../support/rest.ts';
import { addContainer, addMembership } from './container-world.ts';

const store = (kind: PictureKind) => async () => {
  const path = join(import.meta.dirname, '../fixtures/landscape.jpg');
  const { name } = await storePublicPicture(path, toShape(kind));
  return { name, also: () => Promise.resolve() };
};
let owner: Member;
let bo: Member;
beforeEach(async () => {
  owner = await addMember();
  bo = await addMember();
});

const read = async ({ type, id }: { type: string; id: number }) => {
  const [row] = await db.execute<{ avatar: string | null; cover: string | null }>(
    sql`select avatar, cover from containers where type = ${type} and id = ${id}`,
  );
  return row!;
};

test('admins of a page set its picture and cover, moderators of a group too', async () => {
  const page = await addContainer(owner, { type: 'page' });
  await addMembership(page, bo, { role: 10 });
  await expect(setContainerPicture(bo, page, 'profile', store('profile'))).rejects.toMatchObject({
    code: 'unauthorized',
  });
  await setContainerPicture(owner, page, 'profile', store('profile'));
  await setContainerPicture(owner, page, 'cover', store('cover'));
  const { avatar, cover } = await read(page);
  expect([avatar, cover]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}\.webp$/),
    expect.any(String),
  ]);
  expect((await fetchFile(`/media/public/${avatar}`)).status).toBe(200);
  await removeContainerPicture(owner, page, 'profile');
  expect((await read(page)).avatar).toBeNull();
  expect((await fetchFile(`/media/public/${avatar}`)).status).toBe(404);
  const removed = await db.execute(sql`select from orphaned_avatars where name = ${avatar}`);
  expect(removed).toHaveLength(1);

  const group = await addContainer(owner);
  await addMembership(group, bo, { role: 10 });
  await removeContainerPicture(bo, group, 'cover');
  await expect(removeContainerPicture(await addMember(), group, 'cover')).rejects.toMatchObject({
    code: 'unauthorized',
  });
});

describe('the file of a picture is for whom the container is known to', () => {
  const seenBy = async (name: string, ...viewers: Viewer[]) => {
    const seen: boolean[] = [];
    for (const viewer of viewers) seen.push(await isPictureVisible(viewer, name));
    return seen;
  };
  test.each([
    ['an open one, for everybody', {}, [true, true, true, true]],
    ['a draft, for staff', { state: 'draft' }, [false, false, false, true]],
    ['a removed one, for nobody', { state: 'removed' }, [false, false, false, false]],
    ['a closed one, for everybody', { visibility: 'members' }, [true, true, true, true]],
    [
      'one for all members of the site, for them',
      { visibility: 'registered' },
      [false, true, true, true],
    ],
    [
      'a secret one, for its members',
      { visibility: 'members', isListed: false },
      [false, false, true, true],
    ],
  ] as const)('%s', async (_, options, expected) => {
    const group = await addContainer(owner, options);
    const member = await addMember();
    await addMembership(group, member);
    const name = `${String(group.id).padStart(32, '0')}.webp`;
    await db.execute(sql`update containers set cover = ${name} where id = ${group.id}`);
    expect(await seenBy(name, visitor, bo, member, owner)).toEqual(expected);
  });
});

// @module-tag rights
import { beforeEach, expect, test } from 'vitest';
import { listNewestPhotos } from '#domains/albums/newest-photos.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import { readContainerAside } from '#domains/containers/kit/container-aside.server.ts';
import { selectFriendMembers } from '#domains/containers/membership/member-faces.server.ts';
import { readGroup } from '#domains/groups/one-group.server.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { readPage } from '#domains/sitepages/one-page.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addGroup, addToGroup, call } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMedia, addMember, addPost, block, setStatus } from '../support/people.ts';
import { genericPlanOf } from '../support/plans.ts';
import { countStatements } from '../support/statements.ts';

let owner: Member;
let bo: Member;
let cy: Member;
beforeEach(async () => {
  [owner, bo, cy] = [await addMember(), await addMember(), await addMember()];
});

const asideFor = async (viewer: Viewer, id: number) =>
  readContainerAside(viewer, 'group', await readGroup(viewer, id));
const idsOf = (rows: Array<{ id: number }>) => rows.map(({ id }) => id);

test('the newest members come first, without blocked ones and ended accounts', async () => {
  const id = await addGroup(owner);
  const ended = await addMember();
  for (const member of [bo, cy, ended]) await addToGroup(owner, id, member);
  await setStatus(ended, 'suspended');
  expect(idsOf((await asideFor(bo, id)).members)).toEqual([cy.id, bo.id, owner.id]);
  await block(cy, bo);
  expect(idsOf((await asideFor(bo, id)).members)).toEqual([bo.id, owner.id]);
});

test('nobody is named to those who do not read the list of members', async () => {
  const closed = await addGroup(owner, { auth_view: 'member', search: 1 });
  expect((await asideFor(bo, closed)).members).toEqual([]);
  const open = await addGroup(owner);
  await addToGroup(owner, open, bo);
  await call(owner, 'POST', `/groups/member/ban/${open}`, { user_id: bo.id });
  expect((await asideFor(bo, open)).members).toEqual([]);
});

test('related groups are listed ones of the category, the largest first', async () => {
  const category_id = 12;
  const id = await addGroup(owner, { category_id });
  const small = await addGroup(owner, { category_id });
  const large = await addGroup(owner, { category_id });
  await addToGroup(owner, large, bo);
  await addGroup(owner, { category_id, auth_view: 'member', search: 0 });
  await addGroup(owner, { category_id: 13 });
  const archived = await addGroup(owner, { category_id });
  await call(owner, 'POST', `/groups/archive/${archived}`, { archived: 1 });
  expect(idsOf((await asideFor(cy, id)).related)).toEqual([large, small]);
});

test('visitors are shown related pages that they read, not those that they only know', async () => {
  const id = await addPage(owner);
  const open = await addPage(owner);
  const closed = await addPage(owner, { auth_view: 'member', search: 1 });
  await addPage(owner, { auth_view: 'registered' });
  const relatedFor = async (viewer: Viewer) =>
    idsOf((await readContainerAside(viewer, 'page', await readPage(viewer, id))).related);
  expect(await relatedFor(visitor)).toEqual([open]);
  expect(await relatedFor(bo)).toContain(closed);
});

/** Adds a photo of that member to a new album of the container; returns its id. */
async function addPhoto(type: 'group' | 'page', id: number, by: Member): Promise<number> {
  const photo = await addMedia(by, await addPost(by));
  const [album] = await db.execute<{ id: number }>(sql`
    with detached as (delete from attachments where media_id = ${photo})
    insert into albums (owner_id, container_type, container_id, title, audience, is_listed)
    values (${by.id}, ${type}, ${id}, 'Summer', 'container', false)
    returning id`);
  await db.execute(sql`
    insert into album_photos (album_id, media_id, position) values (${album!.id}, ${photo}, 0)`);
  return photo;
}
const photosFor = async (viewer: Viewer, type: 'group' | 'page', id: number) =>
  idsOf(await listNewestPhotos(viewer, { type, id }, 6));

test('photos are the newest of all albums, without those of blocked members', async () => {
  const id = await addGroup(owner);
  await addToGroup(owner, id, bo);
  const [first, second] = [await addPhoto('group', id, owner), await addPhoto('group', id, bo)];
  expect(await photosFor(cy, 'group', id)).toEqual([second, first]);
  await block(cy, bo);
  expect(await photosFor(cy, 'group', id)).toEqual([first]);
  await block(owner, cy);
  expect(await photosFor(cy, 'group', id)).toEqual([]);
});

test('a page that hides its photos shows them to its staff alone', async () => {
  const id = await addPage(owner);
  const photo = await addPhoto('page', id, owner);
  for (const viewer of [owner, bo, visitor])
    expect(await photosFor(viewer, 'page', id)).toEqual([photo]);
  await db.execute(sql`update sitepages set hidden_apps = '{photos}' where id = ${id}`);
  expect(await photosFor(owner, 'page', id)).toEqual([photo]);
  for (const viewer of [bo, visitor]) expect(await photosFor(viewer, 'page', id)).toEqual([]);
});

test('an album from before a group was opened stays its members', async () => {
  const id = await addGroup(owner, { privacy: 'closed' });
  await addToGroup(owner, id, bo);
  const photo = await addPhoto('group', id, owner);
  expect(await photosFor(cy, 'group', id)).toEqual([]);
  await db.execute(sql`
    update containers
    set visibility = 'everyone',
      public_from = (extract(epoch from clock_timestamp()) * 1000)::bigint * 1024 + 1024
    where type = 'group' and id = ${id}`);
  expect(await photosFor(bo, 'group', id)).toEqual([photo]);
  for (const viewer of [cy, visitor]) expect(await photosFor(viewer, 'group', id)).toEqual([]);
});

test('few memberships of a large group are read for a member with many friends', async () => {
  const id = await addGroup(owner);
  await db.execute(sql`
    with added as (
      insert into members (email, username, first_name, last_name, displayname, password_hash, status)
      select n || '@many.example', 'many' || n, 'Many', 'Test', 'Many', 'none', 'active'
      from generate_series(1, 1000) n
      returning id
    ),
      joined as (
        insert into memberships (type, id, member_id, state, joined_at)
        select 'group', ${id}, added.id, 'member', now()
        from added
      ),
      befriended as (select id from added limit 120)
    insert into friendships (member_id, friend_id, since)
    select ${bo.id}, id, now() from befriended
    union all
    select id, ${bo.id}, now() from befriended`);
  await db.execute(sql`analyze`);
  const friends = selectFriendMembers(bo, 'group', sql`${id}::bigint`);
  const { given, rows } = await genericPlanOf(friends);
  expect([given, rows['memberships']]).toEqual([100, 100]);
});

test('everything is one statement, however much there is', async () => {
  const id = await addGroup(owner);
  const row = await readGroup(owner, id);
  expect(row.role).toBe(roles.owner);
  const few = await countStatements(() => readContainerAside(owner, 'group', row));
  for (const member of [bo, cy]) await addToGroup(owner, id, member);
  await addGroup(owner);
  expect(await countStatements(() => readContainerAside(owner, 'group', row))).toBe(few);
  expect(few).toBe(1);
});

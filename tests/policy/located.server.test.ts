import { beforeAll, expect, test } from 'vitest';
import { addComment, deleteComment } from '#domains/comments/comments.server.ts';
import { attachedMedia, attachedTo, isMedia } from '#domains/lightbox/attached-media.server.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { isContextSeen, locate, locatedContext, locatedRows } from '#server/located.ts';
import { sql } from '#server/sql.ts';
import { contextRow, subjectRows, visibleContext, type Subject } from '#server/subjects.ts';
import { addEvent } from '../events/event-world.ts';
import { addGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMedia, addMember, addPost, befriend, block, setStatus } from '../support/people.ts';
import { addStory } from '../support/stories.ts';

// Whoever asks about one item asks the rules of that kind alone. Here they are compared with those of
// all kinds, which other statements ask: for every kind of viewer, on every kind of item.

const viewers: Array<[name: string, viewer: Viewer]> = [];
const items: Array<[name: string, subject: Subject]> = [];
let ada: Member;
let stranger: Member;

const insert = async (statement: ReturnType<typeof sql>): Promise<number> =>
  (await db.execute<{ id: number }>(statement))[0]!.id;

/** A post of Ada in a group or on the wall of somebody else. */
const addPostAt = (author: Member, object: { type: string; id: number }, audience: string) =>
  insert(sql`
    insert into posts (author_id, type, subject_id, object_type, object_id, body, audience)
    values (${author.id}, 'status', ${author.id}, ${object.type}, ${object.id}, 'x', ${audience})
    returning id`);

async function addPhoto(owner: Member, albumId: number): Promise<number> {
  const photo = await insert(sql`
    insert into media (
      owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
      placeholder, alt, state
    )
    values (
      ${owner.id}, 'photo', ${`album${albumId}`}, 'image/jpeg', 1, 1600, 1200, '{320,640,1280}', '',
      '', 'attached'
    )
    returning id`);
  await db.execute(sql`
    insert into album_photos (media_id, album_id, position) values (${photo}, ${albumId}, 0)`);
  return photo;
}

const addAlbum = (owner: Member, audience: string, groupId: number | null = null) =>
  insert(sql`
    insert into albums (owner_id, container_type, container_id, title, audience, is_listed)
    values (
      ${owner.id}, ${groupId && 'group'}, ${groupId}, 'Walks',
      ${groupId === null ? audience : 'container'}, ${groupId === null}
    )
    returning id`);

beforeAll(async () => {
  env().PUBLIC_READING = true;
  ada = await addMember({ name: 'Ada' });
  const names = ['friend', 'stranger', 'blocked', 'blocking', 'member', 'staff', 'banned', 'guest'];
  const people = new Map<string, Member>();
  for (const name of names) people.set(name, await addMember({ name }));
  const [friend, blocked, blocking] = ['friend', 'blocked', 'blocking'].map((one) =>
    people.get(one)!,
  );
  stranger = people.get('stranger')!;
  const moderator = await addMember({ name: 'moderator', role: 'moderator' });
  await befriend(ada, friend!);
  await block(ada, blocked!);
  await block(blocking!, ada);
  const suspended = await addMember({ name: 'suspended' });
  viewers.push(['Ada', ada], ['moderator', moderator], ['visitor', visitor], ...people);

  const groups: number[] = [];
  for (const visibility of ['everyone', 'members']) {
    const group = await addGroup(ada, { visibility });
    groups.push(group);
    for (const [name, state, role] of [
      ['member', 'member', 0],
      ['staff', 'member', 10],
      ['banned', 'banned', 0],
      ['guest', 'invited', 0],
    ] as const)
      await db.execute(sql`
        insert into memberships (type, id, member_id, state, role)
        values ('group', ${group}, ${people.get(name)!.id}, ${state}, ${role})`);
  }

  const posts: Array<[string, number]> = [];
  for (const audience of ['everyone', 'friends', 'onlyme'] as const)
    posts.push([`post for ${audience}`, await addPost(ada, { audience })]);
  posts.push(['closed post', await addPost(ada)]);
  await db.execute(sql`update posts set can_comment = false where id = ${posts.at(-1)![1]}`);
  posts.push(['later post', await addPost(ada, { publishedAt: new Date(Date.now() + 9_000_000) })]);
  const onWall = { type: 'member', id: friend!.id };
  posts.push(['post on a wall', await addPostAt(ada, onWall, 'friends')]);
  posts.push(['post of a suspended member', await addPost(suspended)]);
  const albums: Array<[string, number]> = [];
  for (const group of groups) {
    posts.push([
      'post in a group',
      await addPostAt(ada, { type: 'group', id: group }, 'container'),
    ]);
    albums.push(['album of a group', await addAlbum(ada, '', group)]);
  }
  for (const audience of ['everyone', 'friends', 'onlyme'])
    albums.push([`album for ${audience}`, await addAlbum(ada, audience)]);
  for (const [name, id] of posts) items.push([name, { type: 'post', id }]);
  for (const [name, id] of albums) items.push([name, { type: 'album', id }]);
  for (const [name, id] of posts) {
    const owner = name.includes('suspended') ? suspended : ada;
    items.push([`photo of ${name}`, { type: 'photo', id: await addMedia(owner, id) }]);
    const video = await addMedia(owner, id, { kind: 'video' });
    items.push([`video of ${name}`, { type: 'video', id: video }]);
  }
  for (const [name, id] of albums)
    items.push([`photo of ${name}`, { type: 'photo', id: await addPhoto(ada, id) }]);

  // One file of two posts: who sees one of them sees it.
  const twice = await addMedia(ada, posts[2]![1]);
  for (const [, post] of [posts[0]!, posts[1]!])
    await db.execute(sql`
      insert into attachments (post_id, position, type, media_id)
      values (${post}, 9, 'photo', ${twice})`);
  items.push(['photo of three posts', { type: 'photo', id: twice }]);

  for (const [name, { type, id }] of items.slice())
    for (const author of [stranger, blocked!, suspended]) {
      const comment = await insert(sql`
        insert into comments (subject_type, subject_id, author_id, body)
        values (${type}::subject_type, ${id}, ${author.id}, 'x')
        returning id`);
      const reply = await insert(sql`
        insert into comments (subject_type, subject_id, author_id, parent_id, body)
        values (${type}::subject_type, ${id}, ${friend!.id}, ${comment}, 'x')
        returning id`);
      const own = type === 'post' ? 'post_comment' : 'comment';
      items.push([`comment of ${author.displayname} on ${name}`, { type: own, id: comment }]);
      items.push([`reply to ${author.displayname} on ${name}`, { type: own, id: reply }]);
    }
  await setStatus(suspended, 'suspended');
  items.push(['member', { type: 'member', id: ada.id }]);
  items.push(['group', { type: 'group', id: groups[1]! }]);
  for (const audience of ['everyone', 'friends'] as const)
    items.push([`story for ${audience}`, { type: 'story', id: await addStory(ada, { audience }) }]);
  items.push(['page', { type: 'page', id: await addPage(ada) }]);
  items.push(['event', { type: 'event', id: await addEvent(ada) }]);
});

test('the rules of one kind show an item to whom the rules of all kinds show it', async () => {
  const seen = new Map<string, Set<boolean>>();
  for (const [name, subject] of items) {
    const item = await locate(db, subject);
    for (const [who, viewer] of viewers) {
      const columns = sql`one.id, one.owner_ids, one.can_comment, one.can_react`;
      const [all] = await db.execute(sql`
        select ${columns} from (${subjectRows(subject.type)(viewer, subject.id)}) one`);
      const [own] = await db.execute(sql`
        select ${columns} from (${locatedRows(viewer, item)}) one`);
      expect([name, who, own]).toEqual([name, who, all]);
      seen.set(name, (seen.get(name) ?? new Set<boolean>()).add(all !== undefined));
    }
  }
  // Each kind was shown to somebody and hidden from somebody, but for what everybody or nobody sees.
  expect(items.length).toBeGreaterThan(200);
  expect([...seen.values()].filter(({ size }) => size === 2).length).toBeGreaterThan(120);
});

test('a file is shown with its objects as among all files', async () => {
  for (const [name, { type, id }] of items) {
    if (type !== 'photo' && type !== 'video') continue;
    const item = await locate(db, { type, id });
    for (const [who, viewer] of viewers) {
      const [all, own] = await Promise.all(
        [attachedMedia(viewer), attachedTo(viewer, item)].map((rows) =>
          db.execute(sql`
            select one.*
            from (${rows}) one
            where ${isMedia(sql`one`, sql`${id}`)}
            order by one.attachable_type, one.attachable_id`),
        ),
      );
      expect([name, who, own]).toEqual([name, who, all]);
    }
  }
});

test('a notification reaches whom the rules of all kinds let see its context', async () => {
  const context = { type: sql`about.context_type`, id: sql`about.context_id` };
  const asked = items.filter(([name]) => !name.startsWith('reply'));
  for (const [name, subject] of asked) {
    const item = await locate(db, subject);
    const [all, own] = [
      contextRow(subject.type)(ada, sql`${subject.id}::bigint`),
      locatedContext(ada, item),
    ].map((one) => db.execute(sql`select about.type, about.id from (${one}) about (type, id)`));
    // Several contexts have no order.
    if ((await all!).length && !name.includes('three posts'))
      expect([name, await own]).toEqual([name, await all]);
    for (const [who, viewer] of viewers) {
      const [row] = await db.execute<{ own: boolean; all: boolean }>(sql`
        select ${isContextSeen(viewer, item, context.type, context.id)} as own,
          ${visibleContext(viewer, context.type, context.id)} as all
        from (${locatedContext(ada, item)}) about (context_type, context_id)`);
      expect([name, who, row?.own]).toEqual([name, who, row?.all]);
    }
  }
}, 120_000);

test('an item that is no part of what the request names is not found', async () => {
  const [[, post], [, other]] = [items[0]!, items[1]!];
  const { comment_id } = await addComment(db, ada, post as Subject<'post'>, { body: 'x' }, '');
  const comment = { type: 'post_comment' as const, id: comment_id };
  expect((await locate(db, comment, post)).parents).toMatchObject([post]);
  for (const [subject, parent] of [
    [comment, other],
    [{ type: 'comment' as const, id: comment_id }, post],
    [{ type: 'photo' as const, id: items.find(([, one]) => one.type === 'photo')![1].id }, other],
    [{ type: 'member' as const, id: ada.id }, post],
    [{ type: 'post' as const, id: 999_999_999 }, undefined],
    [{ type: 'photo' as const, id: 999_999_999 }, undefined],
    [{ type: 'comment' as const, id: 999_999_999 }, undefined],
  ] as const)
    await expect(locate(db, subject, parent)).rejects.toMatchObject({ code: 'no_record' });
});

test('an item that became hidden since it was located is not found', async () => {
  const id = await addPost(ada);
  const photo: Subject = { type: 'photo', id: await addMedia(ada, id) };
  const [post, file] = [await locate(db, { type: 'post', id }), await locate(db, photo)];
  const isFound = async (item: typeof post) =>
    (await db.execute(locatedRows(stranger, item))).length === 1;
  expect([await isFound(post), await isFound(file)]).toEqual([true, true]);
  await db.execute(sql`update posts set audience = 'friends' where id = ${id}`);
  expect([await isFound(post), await isFound(file)]).toEqual([false, false]);
  await db.execute(sql`update posts set audience = 'everyone' where id = ${id}`);
  await db.execute(sql`delete from attachments where media_id = ${photo.id}`);
  expect([await isFound(post), await isFound(file)]).toEqual([true, false]);
  await expect(react(stranger, 'photo', photo.id, 1)).rejects.toMatchObject({ code: 'no_record' });
});

test('a comment on a photo that nothing has any more is deleted by its author alone', async () => {
  const photo: Subject<'photo'> = { type: 'photo', id: await addMedia(ada, await addPost(ada)) };
  const { comment_id } = await addComment(db, stranger, photo, { body: 'x' }, '');
  await db.execute(sql`delete from attachments where media_id = ${photo.id}`);
  await expect(deleteComment(ada, comment_id)).rejects.toMatchObject({ code: 'no_record' });
  await deleteComment(stranger, comment_id);
  await expect(deleteComment(stranger, comment_id)).rejects.toMatchObject({ code: 'no_record' });
});

test('a photo that moves to another album is asked of that one', async () => {
  const [open, hidden] = [await addAlbum(ada, 'everyone'), await addAlbum(ada, 'onlyme')];
  const photo = await addPhoto(ada, open);
  const before = await locate(db, { type: 'photo', id: photo });
  expect((await react(stranger, 'photo', photo, 1)).mine).toBe(1);
  await db.execute(sql`update album_photos set album_id = ${hidden} where media_id = ${photo}`);
  await expect(react(stranger, 'photo', photo, 2)).rejects.toMatchObject({ code: 'no_record' });
  expect(await db.execute(locatedRows(ada, before))).toEqual([]);
  expect((await react(ada, 'photo', photo, 2)).counts).toEqual({ 1: 1, 2: 1 });
});

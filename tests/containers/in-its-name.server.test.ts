import { beforeEach, expect, test } from 'vitest';
import { createContainerAlbum } from '#domains/albums/album-changes.server.ts';
import { addComment } from '#domains/comments/comments.server.ts';
import { listReported, viewReported } from '#domains/moderation/queue/queue.server.ts';
import { createReport } from '#domains/moderation/reports.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import { isMember, visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { readFeed, readWall } from '#domains/posts/feed/feed.server.ts';
import { readLastStatus } from '#domains/posts/last-status.server.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { latestPublicPosts } from '#domains/posts/public/public-posts.server.ts';
import { publishDue } from '#domains/posts/schedule/publish-due.server.ts';
import { schedulePost } from '#domains/posts/schedule/schedule.server.ts';
import { shareItem } from '#domains/posts/share/share-post.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { search } from '#domains/search/search.server.ts';
import { deleteAccount, graceDays } from '#domains/settings/deletion.server.ts';
import { purgeDue } from '#domains/settings/purge.server.ts';
import { moveClock } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, addPost, befriend, block, givePassword } from '../support/people.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

// Posts in the name of a page: no reader learns which member wrote them, and they survive them.

let owner: Member;
let bo: Member;
let cy: Member;
let page: { type: 'page'; id: number };
beforeEach(async () => {
  moveClock(0);
  owner = await addMember({ name: 'Typist' });
  [bo, cy] = [await addMember({ name: 'Bo' }), await addMember({ name: 'Cy' })];
  const { id } = await addContainer(owner, { type: 'page', title: 'Bakery' });
  page = { type: 'page', id };
});
const draft = { body: 'x', audience: 'everyone' as const, tagged: [], uri: '' };

test('search names the page, not the writer', async () => {
  const word = `rye${page.id}`;
  await addContainerPost(page, owner, { body: `${word} today`, inItsName: true });
  const { result } = await search(cy, { query: word, type: 'post', page: 1, limit: 5 });
  expect(result[0]).toMatchObject({ type: 'Post', displayname: 'Bakery' });
  expect(result[0]).not.toHaveProperty('user_id');
});

test('nobody but the staff finds the name of who wrote a post in any answer', async () => {
  const word = `spelt${page.id}`;
  const id = await addContainerPost(page, owner, { body: `${word} #${word}`, inItsName: true });
  await db.transaction((tx) => shareItem(tx, cy, { type: 'post', id }, `See ${word}`));
  const [moderator, former] = [await addMember(), await addMember()];
  const [banned, host] = [await addMember(), await addMember()];
  await addMembership(page, moderator, { role: 10 });
  await addMembership(page, former, { role: 20 });
  await db.execute(sql`update memberships set role = 0 where member_id = ${former.id}`);
  await addMembership(page, bo);
  await addMembership(page, banned, { state: 'banned' });
  await db.execute(sql`update members set role = 'moderator' where id = ${host.id}`);
  const read = async (viewer: Viewer) => [
    await readPost(viewer, id),
    await readWall(viewer, page.id, {}, 'page'),
    await latestPublicPosts(100),
    ...(isMember(viewer)
      ? [
          await readFeed({ ...viewer, hasContainers: true }, { limit: 50 }),
          await readFeed(viewer, { hashtag: word }),
          await search(viewer, { query: word, type: 'post', page: 1, limit: 20 }),
          await listNotifications(viewer),
        ]
      : []),
  ];
  for (const viewer of [owner, moderator]) {
    const { feed } = await readPost(viewer, id);
    expect(feed.writer).toEqual({ user_id: owner.id, displayname: owner.displayname });
    expect(feed.feed_title).toContain(owner.displayname);
  }
  const others = [visitor, cy, bo, former, banned, { ...host, role: 'moderator' as const }];
  for (const viewer of others) {
    const text = JSON.stringify(await read(viewer));
    expect(text).toContain(word);
    expect(text).not.toContain(owner.displayname);
    expect(text).not.toContain('"writer"');
  }
  await block(owner, moderator);
  expect(JSON.stringify(await read(moderator))).not.toContain(owner.displayname);
});

test('the moderators of the site read a report of the page, not of the writer', async () => {
  const host = await addMember({ role: 'moderator' });
  const post = await addContainerPost(page, owner, { body: 'Bread', inItsName: true });
  const picture = await addMedia(owner, post);
  const album = await createContainerAlbum(owner, page, { title: 'Breads' });
  const added = await addMedia(owner, await addPost(owner));
  await db.execute(sql`delete from attachments where media_id = ${added}`);
  await db.execute(
    sql`insert into album_photos (album_id, media_id, position) values (${album}, ${added}, 0)`,
  );
  const own = await addContainerPost(page, owner, { body: 'In my own name' });
  // The writer is one of the moderators.
  await db.execute(sql`update members set role = 'moderator' where id = ${owner.id}`);
  const items = [
    ['post', post],
    ['photo', picture],
    ['photo', added],
  ] as const;
  for (const [type, id] of items) {
    await createReport(cy, { type, id, category: 'spam', description: 'Look' });
    // A repeated report changes the first one.
    await createReport(cy, { type, id, category: 'abuse', description: 'Check again' });
    expect(await viewReported(host, { type, id })).toMatchObject({
      user_id: null,
      displayname: 'Bakery',
      subject_type: 'sitepage_page',
      subject_id: page.id,
      report_count: 1,
    });
  }
  expect(JSON.stringify(await listReported(host, { page: 1, limit: 9 }))).not.toContain('Typist');
  const authors = await db.execute(sql`select from reports where author_id is not null`);
  expect(authors).toHaveLength(0);
  const notified = async (member: Member) =>
    (await listNotifications(member)).recentUpdates.map(({ type }) => type);
  expect(await notified(host)).toEqual(['report_new']);
  expect(await notified({ ...owner, role: 'moderator' })).toEqual([]);
  await createReport(cy, { type: 'post', id: own, category: 'spam', description: 'Look' });
  expect(await viewReported(host, { type: 'post', id: own })).toMatchObject({
    user_id: owner.id,
    displayname: 'Typist',
    subject_type: 'user',
    subject_id: owner.id,
  });
});

test('a former member of the staff is not offered to delete comments on an own post of the page', async () => {
  await addMembership(page, bo, { role: 10 });
  const id = await addContainerPost(page, bo, { inItsName: true });
  await addComment(db, cy, { type: 'post', id }, { body: 'Good bread' }, '');
  const isOffered = async (viewer: Member) => {
    const { comment_preview } = await readWall(viewer, page.id, {}, 'page');
    expect(comment_preview).toHaveLength(1);
    return 'delete' in comment_preview[0]!;
  };
  expect(await isOffered(bo)).toBe(true);
  await db.execute(sql`update memberships set role = 0 where member_id = ${bo.id}`);
  expect(await isOffered(bo)).toBe(false);
  for (const viewer of [owner, cy]) expect(await isOffered(viewer)).toBe(true);
});

test('the last status of the writer is on the own wall', async () => {
  await addContainerPost(page, owner, { body: 'We are closed', inItsName: true });
  await addContainerPost(page, owner, { body: 'In my own name' });
  expect(await readLastStatus(cy, owner.id)).toBeUndefined();
  await addPost(owner, { body: 'At home' });
  expect((await readLastStatus(cy, owner.id))?.text).toBe('At home');
});

test('nobody is notified by a member who writes for the page', async () => {
  await befriend(owner, bo);
  const body = `Hello @${bo.username}`;
  await db.transaction((tx) => createPost(tx, owner, { ...draft, body, target: page }));
  const original = await addPost(bo);
  await db.transaction((tx) => shareItem(tx, owner, { type: 'post', id: original }, 'Look', page));
  expect((await listNotifications(bo)).recentUpdates).toEqual([]);
  const tagging = { ...draft, tagged: [bo.id], target: page };
  const tomorrow = new Date(Date.now() + 86_400_000);
  for (const write of [
    (tx: Tx) => createPost(tx, owner, tagging),
    (tx: Tx) => schedulePost(tx, owner, tagging, tomorrow),
  ])
    await expect(db.transaction<unknown>(write)).rejects.toThrow('cannot tag friends');
});

test('a share notifies the writer while of the staff, and the owner after that', async () => {
  await addMembership(page, bo, { role: 20 });
  const post = await addContainerPost(page, bo, { inItsName: true });
  const photo = await addMedia(bo, post);
  const recipients = async (role: 20 | 0) => {
    await addMembership(page, bo, { role });
    await db.execute(sql`delete from notifications`);
    for (const item of [
      { type: 'post', id: post },
      { type: 'photo', id: photo },
    ] as const)
      await db.transaction((tx) => shareItem(tx, cy, item, 'Look'));
    const rows = await db.execute<{ id: number }>(sql`
      select recipient_id as id from notifications where type = 'shared'`);
    return rows.map(({ id }) => Number(id));
  };
  expect(await recipients(20)).toEqual([bo.id, bo.id]);
  expect(await recipients(0)).toEqual([owner.id, owner.id]);
});

test('a scheduled post is not published in the own name after a demotion', async () => {
  await addMembership(page, bo, { role: 10 });
  const target = { ...page, isInItsName: true };
  await db.transaction((tx) =>
    schedulePost(tx, bo, { ...draft, target }, new Date(Date.now() + 3_600_000)),
  );
  await addMembership(page, bo);
  moveClock(2 * 3_600);
  await publishDue();
  const posts = await db.execute(sql`
    select from posts where object_type = 'page' and object_id = ${page.id}`);
  expect(posts).toHaveLength(0);
});

test('posts and albums survive the end of the account of their writer', async () => {
  const password = await givePassword(bo);
  await addMembership(page, bo, { role: 20 });
  const post = await addContainerPost(page, bo, { inItsName: true });
  const own = await addContainerPost(page, bo);
  const picture = await addMedia(bo, post);
  const album = await createContainerAlbum(bo, page, { title: 'Breads' });
  await deleteAccount(bo, password);
  moveClock((graceDays + 1) * 24 * 3_600);
  await purgeDue();
  await readPost(visitor, post);
  await expect(readPost(owner, own)).rejects.toMatchObject({ code: 'no_record' });
  const [left] = await db.execute(sql`
    select (select author_id from posts where id = ${post})::int as post,
      (select owner_id from media where id = ${picture})::int as picture,
      (select owner_id from albums where id = ${album})::int as album`);
  expect(left).toEqual({ post: owner.id, picture: owner.id, album: owner.id });
});

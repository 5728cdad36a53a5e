import { beforeEach, expect, test } from 'vitest';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { toPost } from '#domains/posts/posts.model.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { cacheTagsOf } from '#domains/posts/public/cache-tags.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend } from '../support/people.ts';
import { sharePost } from '../support/shares.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

// Cached pages, mentions and shares of a post in a container; matrix.server.test.ts has the rest.

let owner: Member;
let reader: Member;
let group: { type: string; id: number };
let post: number;

beforeEach(async () => {
  await db.execute(sql`truncate posts, containers, notifications restart identity cascade`);
  owner = await addMember();
  reader = await addMember();
  await befriend(owner, reader);
  group = await addContainer(owner);
  post = await addContainerPost(group, owner, { body: 'Quinces' });
});

const close = () =>
  db.execute(sql`
    update containers set visibility = 'members' where type = 'group' and id = ${group.id}`);

test('a cached page depends on the container of the post and of what it shares', async () => {
  const share = await addPost(owner, { sharedId: post });
  for (const id of [post, share])
    expect(cacheTagsOf(toPost(await readPost(visitor, id)), [])).toContain(`group:${group.id}`);
});

test('a mention or tag in a closed group notifies nobody outside of it', async () => {
  await close();
  const write = () =>
    createPost(db, owner, {
      body: `Hello @${reader.username}`,
      audience: 'everyone',
      tagged: [reader.id],
      uri: '',
      target: { type: 'group', id: group.id },
    });
  const { feed } = await write();
  expect(feed.tags ?? []).toEqual([]);
  const written = await db.execute(
    sql`select from notifications where recipient_id = ${reader.id}`,
  );
  expect(written).toHaveLength(0);
  await addMembership(group, reader);
  await write();
  const { recentUpdates } = await listNotifications(reader);
  expect(recentUpdates).toHaveLength(1);
});

test('a post cannot be shared on once its group is closed', async () => {
  await close();
  await addMembership(group, reader);
  await expect(sharePost(db, reader, post, '')).rejects.toMatchObject({ code: 'unauthorized' });
});

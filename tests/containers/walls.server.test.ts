import { beforeEach, describe, expect, test } from 'vitest';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import { blockMember } from '#domains/policy/blocks.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { readFeed, readWall } from '#domains/posts/feed/feed.server.ts';
import { hideItem, unhideItem } from '#domains/posts/hidden/hidden.server.ts';
import { deletePost, readPost, toggleComments } from '#domains/posts/posts.server.ts';
import {
  editScheduled,
  listScheduled,
  schedulePost,
} from '#domains/posts/schedule/schedule.server.ts';
import { createPost, type PostDraft } from '#domains/posts/writing/create-post.server.ts';
import { editPost } from '#domains/posts/writing/edit-post.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import {
  addMember,
  befriend,
  block,
  purgeAccount,
  setProfileAudience,
  setStatus,
  unfriend,
} from '../support/people.ts';
import { sharePost } from '../support/shares.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

// Posts on the walls of friends, and in containers.

let ada: Member;
let bo: Member;
let cleo: Member;

beforeEach(async () => {
  ada = await addMember({ name: 'Ada' });
  bo = await addMember({ name: 'Bo' });
  cleo = await addMember({ name: 'Cleo' });
  await befriend(ada, bo);
});

const write = (author: Member, draft: Partial<PostDraft>) =>
  db.transaction((tx) =>
    createPost(tx, author, {
      body: 'Happy birthday',
      audience: 'everyone',
      tagged: [],
      uri: '',
      ...draft,
    }),
  );
const onWallOf = ({ id }: Member) => ({ target: { type: 'member', id } as const });
const scheduleFor = async (author: Member, wallOwner: Member) => {
  const draft = { body: 'Later', audience: 'everyone' as const, tagged: [], uri: '' };
  const time = new Date(Date.now() + 3_600_000);
  const { schedule_id } = await db.transaction((tx) =>
    schedulePost(tx, author, { ...draft, ...onWallOf(wallOwner) }, time),
  );
  return schedule_id;
};
const idsIn = ({ data }: { data: Array<{ feed: { action_id: number } }> }) =>
  data.map(({ feed }) => feed.action_id);
const wallPostsFrom = (owner: Member, from: string) =>
  db.execute(sql`
    insert into member_settings (member_id, wall_posts_from)
    values (${owner.id}, ${from})
    on conflict (member_id) do update set wall_posts_from = excluded.wall_posts_from`);

const isAbsent = (viewer: Parameters<typeof readPost>[0], id: number) =>
  expect(readPost(viewer, id)).rejects.toMatchObject({ code: 'no_record' });

describe('a post on the wall of a friend', () => {
  test('names both, is shown on the wall and in the feed, and notifies the owner', async () => {
    const { feed } = await write(ada, onWallOf(bo));
    expect(feed).toMatchObject({
      type: 'post',
      subject_id: ada.id,
      object_type: 'user',
      object_id: bo.id,
      feed_title: expect.stringMatching(/Ada.* ▸ .*Bo/),
      action_type_body: '{item:$subject} ▸ {item:$object}\r\n{body:$body}',
    });
    const id = feed.action_id;
    expect(idsIn(await readWall(bo, bo.id))).toEqual([id]);
    expect(idsIn(await readWall(ada, ada.id))).toEqual([]);
    expect(idsIn(await readFeed(cleo))).toContain(id);
    const { recentUpdates } = await listNotifications(bo, { page: 1, limit: 5 });
    expect(recentUpdates[0]).toMatchObject({ type: 'post_user', object_id: id });
  });

  test('is for friends of the writer and for the owner of the wall, also without friendship', async () => {
    const { feed } = await write(ada, { ...onWallOf(bo), audience: 'friends' });
    await expect(readPost(cleo, feed.action_id)).rejects.toMatchObject({ code: 'no_record' });
    await unfriend(ada, bo);
    expect((await readPost(bo, feed.action_id)).feed.body).toBe('Happy birthday');
    expect((await readPost(ada, feed.action_id)).feed.body).toBe('Happy birthday');
  });

  test('is for those only who may open that wall', async () => {
    const { feed } = await write(ada, onWallOf(bo));
    await setProfileAudience(bo, 'friends');
    await expect(readPost(cleo, feed.action_id)).rejects.toMatchObject({ code: 'no_record' });
    await expect(readPost(visitor, feed.action_id)).rejects.toMatchObject({ code: 'no_record' });
    expect(idsIn(await readFeed(cleo))).not.toContain(feed.action_id);
    await setProfileAudience(bo, 'everyone');
    expect((await readPost(visitor, feed.action_id)).feed.object_id).toBe(bo.id);
  });

  test('only the owner of the wall and the author may delete a post there', async () => {
    const { feed } = await write(ada, onWallOf(bo));
    await expect(deletePost(cleo, feed.action_id)).rejects.toMatchObject({ code: 'unauthorized' });
    await deletePost(bo, feed.action_id);
    await deletePost(ada, (await write(ada, onWallOf(bo))).feed.action_id);
  });

  test('a post on a wall is hidden by a block of its owner', async () => {
    const { feed } = await write(ada, onWallOf(bo));
    await block(cleo, bo);
    await expect(readPost(cleo, feed.action_id)).rejects.toMatchObject({ code: 'no_record' });
  });

  test.each([
    ['the owner blocks its writer', () => [bo, ada]],
    ['its writer blocks the owner', () => [ada, bo]],
  ] as const)('is for its writer alone once %s', async (_, pair) => {
    await setProfileAudience(bo, 'everyone');
    const id = (await write(ada, onWallOf(bo))).feed.action_id;
    const shared = await sharePost(db, cleo, id, '');
    const [blocker, blocked] = pair();
    await blockMember(blocker!, blocked!.id);
    const moderator = await addMember({ role: 'moderator' });
    for (const viewer of [bo, cleo, moderator, visitor])
      await expect(readPost(viewer, id)).rejects.toMatchObject({ code: 'no_record' });
    expect(idsIn(await readFeed(cleo))).not.toContain(id);
    expect((await readPost(cleo, shared)).feed.attachment[0]!.shared_post_data).toEqual([]);
    expect(await readPost(ada, id)).toMatchObject({ can_share: 0 });
    // It would stand there again, in other words, after the block.
    await expect(editPost(ada, id, { body: 'Other words' })).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await expect(deletePost(cleo, id)).rejects.toMatchObject({ code: 'no_record' });
    await expect(deletePost(moderator, id)).rejects.toMatchObject({ code: 'no_record' });
    await deletePost(bo, id);
    await isAbsent(ada, id);
  });

  test('stays deletable for the owner, and is not rewritten by whom the owner no longer lets', async () => {
    const [first, second] = [await write(ada, onWallOf(bo)), await write(ada, onWallOf(bo))];
    const id = first.feed.action_id;
    await wallPostsFrom(bo, 'onlyme');
    const refused = { code: 'unauthorized' };
    await expect(editPost(ada, id, { body: 'Other words' })).rejects.toMatchObject(refused);
    await expect(toggleComments(ada, id)).rejects.toMatchObject(refused);
    await deletePost(ada, id);
    await setStatus(ada, 'suspended');
    await deletePost(bo, second.feed.action_id);
    await setStatus(ada, 'active');
    await isAbsent(ada, second.feed.action_id);
  });

  test('is written by whom the owner lets: friends by default, all members, or nobody', async () => {
    await expect(write(cleo, onWallOf(bo))).rejects.toMatchObject({ code: 'unauthorized' });
    await wallPostsFrom(bo, 'members');
    expect((await write(cleo, onWallOf(bo))).feed.object_id).toBe(bo.id);
    await wallPostsFrom(bo, 'onlyme');
    await expect(write(ada, onWallOf(bo))).rejects.toMatchObject({ code: 'unauthorized' });
    expect((await write(bo, onWallOf(bo))).feed.object_id).toBe(bo.id);
    await expect(write(ada, { ...onWallOf(bo), audience: 'onlyme' })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  test('cannot be for its writer alone, not by an edit or on a schedule either', async () => {
    const refusal = { code: 'validation_fail', detail: { auth_view: expect.any(String) } };
    await expect(write(ada, { ...onWallOf(bo), audience: 'onlyme' })).rejects.toMatchObject(
      refusal,
    );
    const { feed } = await write(ada, onWallOf(bo));
    await expect(
      editPost(ada, feed.action_id, { body: 'Mine', audience: 'onlyme' }),
    ).rejects.toMatchObject(refusal);
    const schedule = await scheduleFor(ada, bo);
    await expect(editScheduled(ada, schedule, { audience: 'onlyme' })).rejects.toMatchObject(
      refusal,
    );
  });

  test('waits on a schedule with the name of the wall, for as long as its writer may know it', async () => {
    const id = await scheduleFor(ada, bo);
    const listed = async () =>
      (await listScheduled(ada, { page: 1, limit: 20 })).response.find(
        ({ schedule_id }) => schedule_id === id,
      );
    expect(await listed()).toMatchObject({
      object_type: 'user',
      object_id: bo.id,
      object_title: 'Bo',
    });
    await block(bo, ada);
    expect(await listed()).toMatchObject({ object_id: bo.id, object_title: '' });
  });

  test('is not written by those who are blocked, whatever the setting', async () => {
    await wallPostsFrom(bo, 'members');
    const both = async (blocker: Member, blocked: Member) => {
      await block(blocker, blocked);
      await expect(write(cleo, onWallOf(bo))).rejects.toMatchObject({ code: 'no_record' });
      await db.execute(sql`delete from blocks`);
    };
    await both(bo, cleo);
    await both(cleo, bo);
    expect((await write(cleo, onWallOf(bo))).feed.object_id).toBe(bo.id);
  });

  test('is not written on the profile of a member who was suspended', async () => {
    await setStatus(bo, 'suspended');
    await expect(write(ada, onWallOf(bo))).rejects.toMatchObject({ code: 'no_record' });
  });
});

describe('a post in a container', () => {
  test('is for the members of a closed group, and for nobody after they leave', async () => {
    const group = await addContainer(ada, { visibility: 'members' });
    await addMembership(group, bo);
    const target = { type: 'group' as const, id: group.id };
    const { feed } = await write(bo, { target });
    expect(feed).toMatchObject({ type: 'group_post', object_type: 'group', privacy: 'friends' });
    expect((await readPost(ada, feed.action_id)).feed.object_id).toBe(group.id);
    await isAbsent(cleo, feed.action_id);
    await isAbsent(visitor, feed.action_id);
    await addMembership(group, bo, { state: 'none' });
    await isAbsent(bo, feed.action_id);
    await expect(write(bo, { target })).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(write(cleo, { target: { ...target, id: 999_999 } })).rejects.toMatchObject({
      code: 'no_record',
    });
    const secret = await addContainer(ada, { visibility: 'members', isListed: false });
    await expect(write(cleo, { target: { type: 'group', id: secret.id } })).rejects.toMatchObject({
      code: 'no_record',
    });
  });

  test('in the name of a page shows the page, survives its writer and no block hides it', async () => {
    const page = await addContainer(ada, { type: 'page', title: 'Bakery' });
    await addMembership(page, bo, { role: 20 });
    const { feed } = await write(bo, { target: { type: 'page', id: page.id } });
    expect(feed).toMatchObject({
      type: 'sitepage_post_self',
      subject_type: 'sitepage_page',
      subject_id: page.id,
      subjectIformation: { displayname: 'Bakery' },
    });
    await block(cleo, bo);
    const read = await readPost(cleo, feed.action_id);
    expect(JSON.stringify(read)).not.toContain(`"${bo.displayname}"`);
    await purgeAccount(bo);
    expect((await readPost(cleo, feed.action_id)).feed.subject_id).toBe(page.id);
  });

  test('in the name of a page is hidden without naming or numbering its writer', async () => {
    const page = await addContainer(ada, { type: 'page', title: 'Bakery' });
    const { feed } = await write(ada, { target: { type: 'page', id: page.id } });
    expect((await hideItem(cleo, 'post', feed.action_id)).hide_all).toMatchObject({
      urlParams: { type: 'sitepage_page', id: page.id },
    });
    const { feed: own } = await write(ada, {});
    expect((await hideItem(cleo, 'post', own.action_id)).hide_all).toMatchObject({
      urlParams: { id: ada.id },
    });
  });

  test('leaves the feed with the other posts of a page that is hidden, not its wall', async () => {
    const page = await addContainer(ada, { type: 'page', title: 'Bakery' });
    await addMembership(page, cleo);
    const ref = { type: 'page', id: page.id } as const;
    const ids = [
      (await write(ada, { target: ref })).feed.action_id,
      (await write(ada, { target: ref })).feed.action_id,
    ];
    const listed = async () => {
      const { data } = await readFeed({ ...cleo, hasContainers: true }, {});
      return data.map(({ feed }) => feed.action_id).filter((id) => ids.includes(id));
    };
    expect(await listed()).toHaveLength(2);
    await hideItem(cleo, 'page', page.id);
    expect(await listed()).toEqual([]);
    const wall = await readFeed(cleo, { wall: { type: 'page', id: page.id } });
    expect(wall.data).toHaveLength(2);
    await unhideItem(cleo, 'page', page.id);
    expect(await listed()).toHaveLength(2);

    const secret = await addContainer(ada, { visibility: 'members', isListed: false });
    await expect(hideItem(cleo, 'group', secret.id)).rejects.toMatchObject({ code: 'no_record' });
    await expect(hideItem(cleo, 'group', page.id)).rejects.toMatchObject({ code: 'no_record' });
  });

  test('keeps the audience that the container gives it', async () => {
    const group = await addContainer(ada);
    const { feed } = await write(ada, { target: { type: 'group', id: group.id } });
    await expect(
      editPost(ada, feed.action_id, { body: 'Mine', audience: 'friends' }),
    ).rejects.toMatchObject({ code: 'validation_fail' });
  });

  test('may be deleted by the staff of the container, and goes with it', async () => {
    const group = await addContainer(ada);
    await addMembership(group, bo);
    const id = await addContainerPost(group, bo);
    await expect(deletePost(cleo, id)).rejects.toMatchObject({ code: 'unauthorized' });
    await deletePost(ada, id);
    const other = await addContainerPost(group, bo);
    await db.execute(sql`delete from containers where id = ${group.id}`);
    await isAbsent(ada, other);
  });

  test('cannot be written where the database has no container, or with another audience', async () => {
    await expect(addContainerPost({ type: 'group', id: 999_999 }, ada)).rejects.toThrow();
    await expect(
      db.execute(sql`
        insert into posts (author_id, subject_id, object_type, object_id, audience)
        values (${ada.id}, ${ada.id}, 'group', 1, 'everyone')`),
    ).rejects.toThrow();
  });
});

import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findVisibleMedia } from '#domains/lightbox/visible-media.server.ts';
import { pruneMedia } from '#domains/media/prune-media.server.ts';
import { createReport } from '#domains/moderation/reports.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { react, readReactions } from '#domains/reactions/reactions.server.ts';
import { expireStories } from '#domains/stories/expire-stories.server.ts';
import {
  deleteStory,
  listViewers,
  markSeen,
  muteOwner,
  readMemberStories,
  readStories,
} from '#domains/stories/stories.server.ts';
import { listStories } from '#domains/stories/tray/tray.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setStatus, unfriend } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';
import { addStory } from '../support/stories.ts';

const day = 24 * 60 * 60;
afterEach(() => moveClock(0));

const mediaOf = async (id: number) =>
  (await db.execute<{ id: number }>(sql`select media_id as id from stories where id = ${id}`))[0]!
    .id;
const noRecord = { code: 'no_record' };
const notAllowed = { code: 'unauthorized' };

/** Every path by which a story is read, and who gets it there. */
const paths: Record<
  string,
  (viewer: Member, owner: Member, id: number, mediaId: number) => Promise<boolean>
> = {
  view: (viewer, _, id) =>
    readStories(viewer, id).then(
      (items) => items.some((item) => item.story_id === id),
      () => false,
    ),
  'browse by user': (viewer, owner) =>
    listStories(viewer, { ownerId: owner.id }).then(
      ({ response }) => response.some((group) => group.total_stories > 0),
      () => false,
    ),
  profile: (viewer, owner, id) =>
    readMemberStories(viewer, owner.id).then((items) => items.some((item) => item.story_id === id)),
  seen: (viewer, _, id) =>
    markSeen(viewer, id).then(
      () => true,
      () => false,
    ),
  file: async (viewer, _, __, mediaId) => (await findVisibleMedia(viewer, mediaId)) !== undefined,
  reactions: (viewer, _, id) =>
    readReactions(viewer, 'story', id).then(
      () => true,
      () => false,
    ),
};

async function seenOn(
  viewer: Member,
  owner: Member,
  id: number,
  mediaId: number,
): Promise<string[]> {
  const seen: string[] = [];
  for (const [name, isSeen] of Object.entries(paths))
    if (await isSeen(viewer, owner, id, mediaId)) seen.push(name);
  return seen;
}

describe('viewers of a story', () => {
  let owner: Member;
  const people: Record<string, Member> = {};
  beforeAll(async () => {
    owner = await addMember({ name: 'Ada' });
    for (const name of ['friend', 'member', 'blocked', 'blocking', 'former'])
      people[name] = await addMember({ name });
    people.moderator = await addMember({ name: 'Mo', role: 'moderator' });
    people.owner = owner;
    await befriend(owner, people.friend!);
    for (const name of ['blocked', 'blocking', 'former']) await befriend(owner, people[name]!);
    await unfriend(owner, people.former!);
    await block(owner, people.blocked!);
    await block(people.blocking!, owner);
  });

  async function whoSees(id: number): Promise<string[]> {
    const mediaId = await mediaOf(id);
    const seeing: string[] = [];
    for (const [name, viewer] of Object.entries(people)) {
      const seen = await seenOn(viewer, owner, id, mediaId);
      if (!seen.length) continue;
      expect(seen, name).toEqual(Object.keys(paths));
      seeing.push(name);
    }
    expect(await findVisibleMedia(visitor, mediaId)).toBeUndefined();
    return seeing.sort();
  }

  test('one for friends is for friends and its owner alone, on every path', async () => {
    expect(await whoSees(await addStory(owner, { audience: 'friends' }))).toEqual([
      'friend',
      'owner',
    ]);
    await db.execute(sql`delete from stories where owner_id = ${owner.id}`);
  });

  test('one for everyone: every member but those across a block', async () => {
    const id = await addStory(owner, { audience: 'everyone' });
    expect(await whoSees(id)).toEqual(['former', 'friend', 'member', 'moderator', 'owner']);
    await setStatus(owner, 'suspended');
    expect(await whoSees(id)).toEqual([]);
    await setStatus(owner, 'active');
    await db.execute(sql`delete from stories where owner_id = ${owner.id}`);
  });

  test('after 24 hours nobody sees it on any path, not even its owner', async () => {
    const id = await addStory(owner, { audience: 'everyone' });
    await react(people.friend!, 'story', id, 2);
    const notifiedUrls = async () =>
      (await listNotifications(owner, { page: 1, limit: 5 })).recentUpdates.map(({ url }) => url);
    moveClock(day - 5);
    expect(await notifiedUrls()).toContain(`/stories/${id}`);
    expect(await whoSees(id)).toEqual(['former', 'friend', 'member', 'moderator', 'owner']);
    moveClock(day + 1);
    expect(await whoSees(id)).toEqual([]);
    expect(await notifiedUrls()).not.toContain(`/stories/${id}`);
    await expect(deleteStory(owner, id)).rejects.toMatchObject(noRecord);
    await expect(listViewers(owner, id, { page: 1, limit: 20 })).rejects.toMatchObject(noRecord);
    await expect(
      createReport(people.friend!, {
        type: 'story',
        id,
        category: 'spam',
        description: '',
      }),
    ).rejects.toMatchObject(noRecord);
    await expect(react(people.friend!, 'story', id, 2)).rejects.toMatchObject(noRecord);
    expect((await listStories(owner)).response).toMatchObject([
      { owner_id: owner.id, total_stories: 0, story_id: 0 },
    ]);
  });
});

describe('the tray', () => {
  test('own first, then unseen, then seen, then muted, each newest first, of friends only, by one statement', async () => {
    const me = await addMember({ name: 'Me' });
    const [seen, older, newer, muted, stranger] = [
      await addMember({ name: 'Seen' }),
      await addMember({ name: 'Older' }),
      await addMember({ name: 'Newer' }),
      await addMember({ name: 'Muted' }),
      await addMember({ name: 'Stranger' }),
    ];
    for (const friend of [seen, older, newer, muted]) await befriend(me, friend);
    await addStory(stranger, { audience: 'everyone' });
    const seenId = await addStory(seen);
    const first = await addStory(older);
    const second = await addStory(older, { kind: 'video' });
    const newerId = await addStory(newer);
    const mutedId = await addStory(muted);
    await markSeen(me, seenId);
    await markSeen(me, first);
    await muteOwner(me, mutedId, true);

    let groups!: Awaited<ReturnType<typeof listStories>>;
    expect(await countStatements(async () => void (groups = await listStories(me)))).toBe(1);
    expect(
      groups.response.map(({ owner_title, total_stories, isViewed, isMute }) => [
        owner_title,
        total_stories,
        isViewed,
        isMute,
      ]),
    ).toEqual([
      ['Me', 0, 1, 0],
      ['Newer', 1, 0, 0],
      ['Older', 2, 1, 0],
      ['Seen', 1, 1, 0],
      ['Muted', 1, 0, 1],
    ]);
    expect(groups).toMatchObject({ totalItemCount: 5, muteStoryCount: 1 });
    // The oldest unseen story; the preview shows the newest.
    const ofOlder = groups.response[2]!;
    expect(ofOlder.story_id).toBe(second);
    expect(ofOlder.videoUrl).toMatch(/\/media\/\d+\/video$/);
    const groupOf = async (owner: Member, seen: number[] = []) => {
      const { response } = await listStories(me, { seen });
      const { isViewed, story_id } = response.find(({ owner_id }) => owner_id === owner.id)!;
      return [isViewed, story_id];
    };
    // The device's cookie counts too.
    expect(await groupOf(older, [second])).toEqual([1, first]);
    expect(await groupOf(newer, [newerId])).toEqual([1, newerId]);
    // A story added later is unseen.
    const third = await addStory(older);
    expect(await groupOf(older, [second])).toEqual([0, third]);
    // Once it is seen on any device, the group is seen.
    await markSeen(me, first);
    expect(await groupOf(older)).toEqual([1, second]);
    await muteOwner(me, mutedId, false);
    expect((await listStories(me)).muteStoryCount).toBe(0);
  });

  test('has pages of 300 members that do not overlap, and still one statement', async () => {
    const me = await addMember({ name: 'Popular' });
    await db.execute(sql`
      with people as (
        insert into members (
          status, email, username, first_name, last_name, displayname, password_hash
        )
        select 'active', 'many' || n || '@hearth.example', 'many' || n, 'Many', n::text,
          'Many ' || n, 'none'
        from generate_series(1, 300) n
        returning id
      ),
        friends as (
          insert into friendships (member_id, friend_id)
          select ${me.id}, id
          from people
          union all
          select id, ${me.id}
          from people
        ),
        files as (
          insert into media (
            owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
            placeholder
          )
          select id, 'photo', md5(id::text), 'image/webp', 1, 900, 1600, '{480}', ''
          from people
          returning id, owner_id
        )
      insert into stories (owner_id, media_id, audience)
      select owner_id, id, 'friends'
      from files`);
    const pages: number[][] = [];
    for (let page = 1; page <= 11; page += 1) {
      let groups!: Awaited<ReturnType<typeof listStories>>;
      expect(
        await countStatements(async () => void (groups = await listStories(me, { page }))),
      ).toBe(1);
      expect(groups.totalItemCount).toBe(301);
      pages.push(groups.response.map(({ owner_id }) => owner_id));
    }
    expect(pages.map(({ length }) => length)).toEqual([30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 1]);
    expect(new Set(pages.flat()).size).toBe(301);
    expect(pages[0]![0]).toBe(me.id);
  });

  test('leaves out friends who are suspended or blocked, and others', async () => {
    const [me, friend, other] = [await addMember(), await addMember(), await addMember()];
    await befriend(me, friend);
    await addStory(friend);
    await addStory(other, { audience: 'everyone' });
    const owners = async (viewer: Member) =>
      (await listStories(viewer)).response.map(({ owner_id: id }) => id);
    expect(await owners(me)).toEqual([me.id, friend.id]);
    await setStatus(friend, 'suspended');
    expect(await owners(me)).toEqual([me.id]);
    await setStatus(friend, 'active');
    await block(friend, me);
    const blocks = { ids: [friend.id], readAt: Infinity };
    for (const viewer of [me, { ...me, blocks }]) expect(await owners(viewer)).toEqual([me.id]);
  });

  test('shows only the stories of one member', async () => {
    const [me, other] = [await addMember({ name: 'Me' }), await addMember({ name: 'Other' })];
    await addStory(other, { audience: 'friends' });
    expect((await listStories(me, { ownerId: other.id })).response).toEqual([]);
    await addStory(other, { audience: 'everyone' });
    expect((await listStories(me, { ownerId: other.id })).response).toMatchObject([
      { owner_id: other.id, total_stories: 1 },
    ]);
  });

  test('are not found if the viewer may not see the member', async () => {
    const [me, other, suspended] = [
      await addMember({ name: 'Me' }),
      await addMember({ name: 'Other' }),
      await addMember({ name: 'Gone', status: 'suspended' }),
    ];
    await block(other, me);
    for (const ownerId of [suspended.id, 999_999, other.id])
      await expect(listStories(me, { ownerId })).rejects.toMatchObject(noRecord);
  });
});

describe('a story', () => {
  let owner: Member;
  let friend: Member;
  beforeAll(async () => {
    [owner, friend] = [await addMember({ name: 'Cleo' }), await addMember({ name: 'Dan' })];
    await befriend(owner, friend);
  });

  test('is read with all others of its owner, oldest first, in one statement', async () => {
    const [first, second] = [
      await addStory(owner, { body: 'One' }),
      await addStory(owner, { body: 'Two', kind: 'video' }),
    ];
    let items!: Awaited<ReturnType<typeof readStories>>;
    expect(
      await countStatements(async () => void (items = await readStories(friend, second))),
    ).toBe(1);
    expect(
      items.map(({ story_id, code, duration, description }) => [
        story_id,
        code,
        duration,
        description,
      ]),
    ).toEqual([
      [first, 'jpg', 5, 'One'],
      [second, 'mp4', 4, 'Two'],
    ]);
    expect(items[0]!.gutterMenu.map(({ name }) => name)).toEqual(['report', 'mute']);
    expect((await readStories(owner, first))[0]!.gutterMenu.map(({ name }) => name)).toEqual([
      'delete',
    ]);
    expect(items[0]!.isSendMessage).toBe(1);
  });

  test('counts each viewer once and its owner never, and names them only to the owner', async () => {
    const id = await addStory(owner);
    for (const viewer of [friend, friend, owner]) await markSeen(viewer, id);
    const mine = (await readStories(owner, id)).find(({ story_id }) => story_id === id)!;
    const friendView = (await readStories(friend, id)).find(({ story_id }) => story_id === id)!;
    expect([mine.view_count, friendView.view_count, friendView.isViewed]).toEqual([1, 0, 1]);
    expect(await listViewers(owner, id, { page: 1, limit: 20 })).toMatchObject({
      totalItemCount: 1,
      response: [{ user_id: friend.id, friendship_type: 'remove_friend' }],
    });
    await expect(listViewers(friend, id, { page: 1, limit: 20 })).rejects.toMatchObject(notAllowed);
    // The own ring is seen on all of the owner's devices.
    expect(mine.isViewed).toBe(1);
    await block(owner, friend);
    expect((await readStories(owner, id)).find(({ story_id }) => story_id === id)!.view_count).toBe(
      0,
    );
    expect(await listViewers(owner, id, { page: 1, limit: 20 })).toMatchObject({
      totalItemCount: 0,
      response: [],
    });
    await db.execute(sql`delete from blocks where blocker_id = ${owner.id}`);
    await befriend(owner, friend);
  });

  test('is deleted by its owner alone, and takes reactions along', async () => {
    const id = await addStory(owner);
    const mediaId = await mediaOf(id);
    const before = (await listStories(owner)).response[0]!.total_stories;
    expect(await react(friend, 'story', id, 2)).toMatchObject({ mine: 2 });
    expect((await listNotifications(owner, { page: 1, limit: 5 })).recentUpdates[0]).toMatchObject({
      feed_title: 'Dan reacted to your story.',
      url: `/stories/${id}`,
    });
    await expect(deleteStory(friend, id)).rejects.toMatchObject(notAllowed);
    const stranger = await addMember();
    await expect(deleteStory(stranger, id)).rejects.toMatchObject(noRecord);
    await deleteStory(owner, id);
    await expect(deleteStory(owner, id)).rejects.toMatchObject(noRecord);
    expect((await listStories(owner)).response[0]!.total_stories).toBe(before - 1);
    expect(await findVisibleMedia(owner, mediaId)).toBeUndefined();
    expect(
      (
        await db.execute(
          sql`
            select 1 from reactions where subject_type = 'story' and subject_id = ${id}`,
        )
      ).length,
    ).toBe(0);
  });

  test('is deleted by a moderator who sees it, which is logged', async () => {
    const moderator = await addMember({ role: 'moderator' });
    const [seen, hidden] = [
      await addStory(owner, { audience: 'everyone' }),
      await addStory(owner, { audience: 'friends' }),
    ];
    await deleteStory(moderator, seen);
    await expect(deleteStory(moderator, hidden)).rejects.toMatchObject(noRecord);
    expect((await readStories(owner, hidden)).map(({ story_id }) => story_id)).not.toContain(seen);
    const logged = await db.execute(
      sql`
        select subject_id::int as id, action
        from moderation_log
        where moderator_id = ${moderator.id}`,
    );
    expect([...logged]).toEqual([{ id: seen, action: 'removed' }]);
  });

  test('nobody mutes themselves, or a member whose stories they do not see', async () => {
    const id = await addStory(owner);
    await expect(muteOwner(owner, id, true)).rejects.toMatchObject({ code: 'validation_fail' });
    await expect(muteOwner(await addMember(), id, true)).rejects.toMatchObject(noRecord);
  });
});

test('expired stories alone are deleted with their data, and their files a day later', async () => {
  const owner = await addMember();
  const ended = await addStory(owner, { hoursAgo: 25 });
  const active = await addStory(owner, { hoursAgo: 23 });
  const [endedMedia, activeMedia] = [await mediaOf(ended), await mediaOf(active)];
  await Promise.all([expireStories(), expireStories()]);
  expect(
    (
      await db.execute<{ id: number }>(sql`select id from stories where owner_id = ${owner.id}`)
    ).map(({ id }) => id),
  ).toEqual([active]);
  const rows = () =>
    db.execute<{ id: number; state: string }>(
      sql`select id, state from media where owner_id = ${owner.id} order by id`,
    );
  expect([...(await rows())]).toEqual([
    { id: endedMedia, state: 'orphaned' },
    { id: activeMedia, state: 'attached' },
  ]);
  moveClock(day + 60);
  await pruneMedia();
  expect((await rows()).map(({ id }) => id)).toEqual([activeMedia]);
});

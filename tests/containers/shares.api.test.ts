import { beforeEach, describe, expect, test } from 'vitest';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { readWall } from '#domains/posts/feed/feed.server.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import {
  addMedia,
  addMember,
  addPost,
  befriend,
  block,
  setProfileAudience,
} from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

// Shares on the walls of friends and in containers.

let ada: Member;
let bo: Member;
let cleo: Member;
let original: number;

beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo, cleo] = [await addMember(), await addMember(), await addMember()];
  await befriend(ada, bo);
  await setProfileAudience(bo);
  original = await addPost(await addMember(), { body: 'The original' });
});

const share = (target: Fields, as = ada) =>
  send(
    'POST',
    '/activity/share',
    { type: 'activity_action', id: original, body: 'Look', ...target },
    { as },
  );
const onWallOf = ({ id }: Member) => ({ subject_type: 'user', subject_id: id });
const idsIn = ({ data }: { data: Array<{ feed: { action_id: number } }> }) =>
  data.map(({ feed }) => feed.action_id);

describe('a share on the wall of a friend', () => {
  test('is posted there and notifies the owner', async () => {
    const { status_code, body } = await share(onWallOf(bo));
    expect(status_code).toBe(204);
    const { action_id: id } = body as { action_id: number };
    expect(idsIn(await readWall(bo, bo.id))).toEqual([id]);
    expect(idsIn(await readWall(ada, ada.id))).toEqual([]);
    expect((await readPost(cleo, id)).feed).toMatchObject({
      type: 'share',
      object_type: 'user',
      object_id: bo.id,
      attachment: [{ shared_post_data: [{ feed: { body: 'The original' } }] }],
    });
    const { recentUpdates } = await listNotifications(bo);
    expect(recentUpdates).toMatchObject([{ type: 'post_user', object_id: id }]);
  });

  test('needs the right to post there, and both type and id', async () => {
    expect(await share(onWallOf(cleo))).toMatchObject({ status: 401 });
    expect(await share({ ...onWallOf(bo), subject_id: 9_999_999 })).toMatchObject({ status: 404 });
    expect(await share({ subject_type: 'user' })).toMatchObject({ status: 400 });
  });
});

describe('a share in a container', () => {
  const there = ({ id }: { id: number }) => ({ subject_type: 'group', subject_id: id });

  test('is for its readers', async () => {
    const group = await addContainer(bo, { visibility: 'members' });
    await addMembership(group, ada);
    const { body } = await share(there(group));
    const { action_id: id } = body as { action_id: number };
    expect((await readPost(bo, id)).feed).toMatchObject({ type: 'share', object_id: group.id });
    await expect(readPost(cleo, id)).rejects.toMatchObject({ code: 'no_record' });
  });

  test('is refused where posts wait, to those outside, and in a secret one as if absent', async () => {
    const waiting = await addContainer(bo, { postPolicy: 'approval' });
    await addMembership(waiting, ada);
    expect(await share(there(waiting))).toMatchObject({ status: 401 });
    expect(await share(there(waiting), cleo)).toMatchObject({ status: 401 });
    const secret = await addContainer(bo, { visibility: 'members', isListed: false });
    expect(await share(there(secret), cleo)).toMatchObject({ status: 404 });
  });

  test('shows the page of a shared photo, and notifies the member who added it', async () => {
    const page = await addContainer(bo, { type: 'page', title: 'Bakery' });
    const photo = await addMedia(bo, await addContainerPost(page, bo, { inItsName: true }));
    const { body } = await share({ type: 'album_photo', id: photo });
    const shown = await readPost(cleo, (body as { action_id: number }).action_id);
    expect(shown.feed.attachment[0]!.owner).toMatchObject({
      type: 'sitepage_page',
      id: page.id,
      displayname: 'Bakery',
    });
    const notified = await db.execute<{ id: number }>(sql`
      select recipient_id as id from notifications where type = 'shared' and subject_id = ${photo}`);
    // The numbers of pages are those of members as well.
    expect(notified).toEqual([{ id: bo.id }]);
  });

  test('in the name of a page is by the page', async () => {
    const page = await addContainer(ada, { type: 'page', title: 'Bakery' });
    const { body } = await share({ subject_type: 'sitepage_page', subject_id: page.id });
    const { action_id: id } = body as { action_id: number };
    expect((await readPost(cleo, id)).feed).toMatchObject({
      subject_type: 'sitepage_page',
      subjectIformation: { displayname: 'Bakery' },
    });
  });
});

describe('a shared page or group', () => {
  const shareOf = async ({ type, id }: { type: string; id: number }, as = ada) =>
    share({ type: type === 'page' ? 'sitepage_page' : type, id }, as);

  test.each([
    ['page', 'sitepage_page', 'shared a page'],
    ['group', 'group', 'shared a group'],
  ])('is a card with its name: a %s', async (type, wireType, headline) => {
    const container = await addContainer(bo, { type, title: 'Bakers of Graz' });
    const { body } = await shareOf(container);
    const { feed } = await readPost(cleo, (body as { action_id: number }).action_id);
    expect(feed.feed_title).toContain(headline);
    expect(feed.attachment).toMatchObject([
      { attachment_type: wireType, attachment_id: container.id, title: 'Bakers of Graz' },
    ]);
    const notified = await db.execute(sql`
      select from notifications where type = 'shared' and subject_id = ${container.id}`);
    expect(notified).toEqual([]);
  });

  test('offers no way to join a page to whom a block with its owner keeps out', async () => {
    const page = await addContainer(bo, { type: 'page', title: 'Bakery' });
    const { body } = await shareOf(page);
    const joinFor = async (viewer: Member) => {
      const { feed } = await readPost(viewer, (body as { action_id: number }).action_id);
      return feed.attachment[0]!.container?.join;
    };
    expect(await joinFor(cleo)).toBe(`POST /sitepage/join/${page.id}`);
    await block(bo, cleo);
    expect(await joinFor(cleo)).toBeUndefined();
  });

  test('is nothing for those who do not know of it, also later', async () => {
    const page = await addContainer(bo, { type: 'page', title: 'Bakery' });
    const { body } = await shareOf(page);
    const { action_id: id } = body as { action_id: number };
    const shown = async () => (await readPost(cleo, id)).feed;
    expect(JSON.stringify(await shown())).toContain('Bakery');
    await db.execute(sql`
      update containers set visibility = 'members' where type = 'page' and id = ${page.id}`);
    // A closed one is known to members of the site; visitors find it at its own address alone.
    expect(JSON.stringify(await shown())).toContain('Bakery');
    expect(JSON.stringify(await readPost(visitor, id))).not.toContain('Bakery');
    await db.execute(sql`
      update containers set visibility = 'members', is_listed = false
      where type = 'page' and id = ${page.id}`);
    const feed = await shown();
    expect(feed.attachment).toMatchObject([{ attachment_id: 0, shared_post_data: [] }]);
    expect(JSON.stringify(feed)).not.toMatch(/Bakery|share_params/);
    expect(await shareOf(page, cleo)).toMatchObject({ status: 404 });
    await db.execute(sql`
      update containers set visibility = 'everyone', state = 'removed'
      where type = 'page' and id = ${page.id}`);
    expect(await shareOf(page, ada)).toMatchObject({ status: 404 });
    expect(await shareOf({ type: 'page', id: 9_999_999 })).toMatchObject({ status: 404 });
    expect((await shown()).attachment[0]!.attachment_id).toBe(0);
  });
});

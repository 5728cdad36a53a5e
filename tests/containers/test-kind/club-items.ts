import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { shareActivity } from '#domains/activities/share-activity.server.ts';
import { setSeats } from '#domains/containers/answers/answers.server.ts';
import { setAnswer } from '#domains/containers/answers/set-answer.server.ts';
import { forItems } from '#domains/containers/container-items.api.ts';
import { wallOf } from '#domains/containers/container-items.server.ts';
import { changeContainer, type ContainerRef } from '#domains/containers/container-lock.server.ts';
import { notifyFromSite } from '#domains/containers/container-notices.server.ts';
import { deleteItem } from '#domains/containers/lifecycle/delete-item.server.ts';
import { listRemoved } from '#domains/containers/lifecycle/removed-containers.server.ts';
import {
  joinContainer,
  leaveContainer,
} from '#domains/containers/membership/memberships.server.ts';
import { banMember } from '#domains/containers/membership/removals.server.ts';
import { listContainerSitemapPage } from '#domains/containers/sitemap.server.ts';
import { decideReports } from '#domains/moderation/queue/queue.server.ts';
import { createReport } from '#domains/moderation/reports.server.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import { isMember, visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { shareItem } from '#domains/posts/share/share-post.server.ts';
import { search } from '#domains/search/search.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { itemPath } from '#lib/item-path.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { handle } from '#server/handle.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../../support/people.ts';
import { recordPlans } from '../../support/plans.ts';
import { send, type Fields, type RestAnswer } from '../../support/rest.ts';
import { addContainer, addMembership } from '../container-world.ts';
import { club, clubReader, meetingAdded } from './clubs.ts';
import { addMeeting, removeFirstMeeting } from './meetings.ts';
import { setClubs } from './set-clubs.ts';

// Meetings of a club, whose number is not that of the club: their wall.

setClubs();

let owner: Member;
let wall: ContainerRef;
let past: number;
let next: number;
let later: number;

beforeEach(async () => {
  Object.assign(env(), { RATE_LIMIT_SCALE: 1_000, PUBLIC_READING: true });
  owner = await addMember();
  await db.execute(sql`delete from containers`);
  wall = await addContainer(owner, { type: club, title: 'Rowing' });
  await removeFirstMeeting(wall);
  past = await addMeeting(wall, 'Oars in March', true);
  next = await addMeeting(wall, 'Oars in April');
  later = await addMeeting(wall, 'Oars in May');
});

const setWall = (fields: string) =>
  db.execute(
    sql`update containers set ${sql.raw(fields)} where type = ${club} and id = ${wall.id}`,
  );
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const feed = async (as: Member | undefined, fields: Fields) =>
  send('GET', '/advancedactivity/feeds', fields, { ...(as ? { as } : {}) });
const at = (itemId: number) => ({ subject_type: 'club', subject_id: itemId });
const idsIn = ({ body }: RestAnswer) =>
  (body as { data: Array<{ feed: { action_id: number } }> }).data.map(
    ({ feed: { action_id: id } }) => id,
  );
const write = (as: Member, itemId: number) =>
  send('POST', '/advancedactivity/feeds/post', { body: 'Row', ...at(itemId) }, { as });
const shareOf = (member: Member, id: number) =>
  db.transaction((tx) => shareItem(tx, member, { type: club as ContainerType, id }, 'Look'));
const cardFor = async (viewer: Viewer, postId: number) =>
  (await readPost(viewer, postId)).feed.attachment?.[0]?.title;
const findsBy = async (member: Member, query: string) =>
  (await search(member, { query, type: club, page: 1, limit: 5 })).result.map(
    ({ resource_id: id }) => id,
  );
const sitemap = async () => ((await listContainerSitemapPage(1)) ?? []).map(({ path }) => path);
const report = (member: Member, id: number) =>
  createReport(member, { type: club as never, id, category: 'spam', description: '' });

describe('a meeting', () => {
  test('has its own title and address, and the rights of its club', async () => {
    const member = await addMember();
    await addMembership(wall, member);
    for (const [itemId, title] of [
      [past, 'Oars in March'],
      [later, 'Oars in May'],
    ] as const)
      expect(await clubReader.read(member, itemId)).toMatchObject({
        id: wall.id,
        itemId,
        title,
        membership: 'member',
        canPost: 'now',
      });
  });

  test('that comes next is where the address of its club leads', async () => {
    expect(await clubReader.read(owner, wall.id)).toMatchObject({ itemId: next });
    await db.execute(sql`delete from club_meetings where id = ${next}`);
    expect(await clubReader.read(owner, wall.id)).toMatchObject({ itemId: later });
  });

  test('is found by its own words, once it is no longer over', async () => {
    expect(await findsBy(owner, 'oars')).toEqual([next, later]);
    expect(await findsBy(owner, 'rowing')).toEqual([]);
    const { result } = await search(owner, { query: 'april', type: club, page: 1, limit: 5 });
    expect(result).toMatchObject([
      {
        title: 'Oars in April',
        description: `Meeting ${next} of Rowing`,
        content_url: itemPath(club, next),
      },
    ]);
  });

  test('has a number that no container gets', async () => {
    const other = await addContainer(owner);
    expect(new Set([wall.id, past, next, later, other.id]).size).toBe(5);
  });

  test('is numbered as its club where it is the only one', async () => {
    const single = await addContainer(owner, { type: club, title: 'Sculling' });
    expect(await clubReader.read(owner, single.id)).toMatchObject({
      id: single.id,
      itemId: single.id,
    });
    expect(await wallOf(club, single.id)).toEqual(single);
  });
});

test('a club without meetings is reached by its staff alone', async () => {
  const [member, stranger] = [await addMember(), await addMember()];
  await addMembership(wall, member);
  await db.execute(sql`delete from club_meetings where wall_id = ${wall.id}`);
  expect(await clubReader.read(owner, wall.id)).toMatchObject({
    id: wall.id,
    itemId: wall.id,
    title: 'Rowing',
  });
  for (const viewer of [member, stranger, visitor])
    expect(await code(clubReader.read(viewer, wall.id))).toBe('no_record');
  expect(await code(clubReader.read(owner, next))).toBe('no_record');
});

test('a deleted meeting takes its seats, answers, notices and feed items along, and leaves those of others', async () => {
  const member = await addMember();
  await addMembership(wall, member);
  for (const itemId of [next, later]) {
    await db.transaction((tx) => setSeats(tx, wall, itemId, { capacity: 1 }));
    await setAnswer(member, { type: club, itemId }, { answer: 'going' });
    await db.transaction(async (tx) => {
      await notifyFromSite(tx, wall, 'club_seated' as never, [member.id], itemId);
      const audience = 'everyone';
      await shareActivity(tx, { activity: meetingAdded, authorId: owner.id, audience, itemId });
    });
  }
  await changeContainer(owner, wall, (change) => deleteItem(change, { type: club, itemId: next }));
  const left = await db.execute<{ id: number; kind: string }>(sql`
    select 'seats' as kind, item_id::int as id from container_seats where id = ${wall.id}
    union all
    select 'answers', item_id::int from container_answers where id = ${wall.id}
    union all
    select 'notices', subject_id::int from notifications where recipient_id = ${member.id}
    union all
    select 'posts', item_id::int from posts where type = ${meetingAdded.type}
    order by kind`);
  expect(left).toEqual(
    ['answers', 'notices', 'posts', 'seats'].map((kind) => ({ kind, id: later })),
  );
  expect(await clubReader.read(member, wall.id)).toMatchObject({ itemId: later });
  const other = await addContainer(owner, { type: club, title: 'Sculling' });
  const deletes = changeContainer(owner, other, (change) =>
    deleteItem(change, { type: club, itemId: later }),
  );
  expect(await code(deletes)).toBe('no_record');
});

describe('calls about a wall', () => {
  test('take the number of a meeting: what is written at one is read at all', async () => {
    expect((await write(owner, next)).status).toBe(200);
    const [id] = idsIn(await feed(owner, at(later)));
    expect((await readPost(owner, id!)).feed).toMatchObject({ object_id: wall.id });
    expect(idsIn(await feed(owner, at(wall.id)))).toEqual([id]);
    for (const path of ['/advancedactivity/feeds/pinned', '/advancedactivity/feeds/pending'])
      expect([path, (await send('GET', path, at(past), { as: owner })).status]).toEqual([
        path,
        200,
      ]);
  });

  test('get the club of the meeting where a kind names it by its id', async () => {
    const call = { method: 'POST', path: '/clubs/:id', url: '' } as never;
    const [handler] = forItems(club, [
      handle(call, z.object({ id: z.number() }), z.number(), (_, { id }) => Promise.resolve(id)),
    ]);
    const run = handler!.run as (...args: unknown[]) => Promise<number>;
    expect([await run(owner, { id: later }), await run(owner, { id: wall.id })]).toEqual([
      wall.id,
      wall.id,
    ]);
  });

  test('find no container under the number of a meeting', async () => {
    const stranger = await addMember();
    expect(await code(joinContainer(stranger, { type: club, id: next }))).toBe('no_record');
  });
});

test('calls about an item find none under the number of a club with several', async () => {
  const stranger = await addMember();
  expect(await code(shareOf(stranger, wall.id))).toBe('no_record');
  expect(await code(report(stranger, wall.id))).toBe('no_record');
});

describe('everybody', () => {
  let people: Record<'member' | 'stranger' | 'banned', Member> & { visitor: typeof visitor };
  let shared: number;
  let post: number;

  beforeEach(async () => {
    people = {
      member: await addMember(),
      stranger: await addMember(),
      banned: await addMember(),
      visitor,
    };
    await addMembership(wall, people.member);
    shared = await shareOf(people.member, next);
    await write(people.member, next);
    post = idsIn(await feed(people.member, at(next)))[0]!;
    await banMember(owner, wall, people.banned.id, { until: null, reason: '' });
  });

  /** Names the viewers who find something, by each way that names a meeting. */
  async function finders() {
    const found: Record<string, string[]> = {};
    const ask = async (way: string, who: string, isFound: Promise<boolean>) => {
      const finds = await isFound;
      found[way] = [...(found[way] ?? []), ...(finds ? [who] : [])];
    };
    for (const [who, viewer] of Object.entries(people) as Array<[string, Viewer]>) {
      await ask('read', who, clubReader.readOpen(viewer, next).then(...toBoolean));
      await ask(
        'card',
        who,
        cardFor(viewer, shared).then((title) => title === 'Oars in April'),
      );
      await ask('post', who, readPost(viewer, post).then(...toBoolean));
      if (!isMember(viewer)) continue;
      await ask(
        'search',
        who,
        findsBy(viewer, 'april').then(([id]) => id === next),
      );
      await ask(
        'wall',
        who,
        feed(viewer, at(next)).then(({ status }) => status === 200),
      );
      await ask('report', who, report(viewer, next).then(...toBoolean));
      await ask('share', who, shareOf(viewer, next).then(...toBoolean));
    }
    return found;
  }
  const toBoolean = [() => true, () => false] as const;
  const all = ['member', 'stranger', 'banned', 'visitor'];
  const each = (who: string[]) => {
    const members = who.filter((one) => one !== 'visitor');
    return {
      read: who,
      card: who,
      post: who,
      search: members,
      wall: members,
      report: members,
      share: members,
    };
  };

  test('finds a meeting of an open club', async () => {
    expect(await finders()).toEqual(each(all));
    expect(await sitemap()).toEqual([itemPath(club, next), itemPath(club, later)]);
  });

  test('outside a secret club finds no meeting of it', async () => {
    await setWall(`visibility = 'members', is_listed = false`);
    expect(await finders()).toEqual(each(['member']));
    expect(await sitemap()).toEqual([]);
  });

  test('outside a closed club finds the name of a meeting alone', async () => {
    await setWall(`visibility = 'members'`);
    const named = ['member', 'stranger', 'banned'];
    expect(await finders()).toEqual({
      ...each(['member']),
      card: named,
      search: named,
      report: named,
      share: named,
    });
    expect(await sitemap()).toEqual([]);
  });

  test('finds no meeting of a removed club', async () => {
    await setWall(`state = 'removed'`);
    expect(await finders()).toEqual(each([]));
    expect(await sitemap()).toEqual([]);
  });
});

describe('a notice about a meeting', () => {
  const notify = (recipient: Member) =>
    db.execute(sql`
      with ${notificationCtes(
        owner,
        sql`select ${recipient.id}::bigint, 'group_post', ${club}, ${later}::bigint, 1, '', 0::bigint`,
        { context: sql`select ${club}, ${wall.id}::bigint` },
      )}
      select 1`);
  const read = async (member: Member) => (await listNotifications(member)).recentUpdates;

  test('names it and leads to it, for those who know of its club', async () => {
    const member = await addMember();
    await addMembership(wall, member);
    await setWall(`visibility = 'members', is_listed = false`);
    await notify(member);
    expect(await read(member)).toMatchObject([
      {
        object_id: later,
        object_type: 'club',
        params: { label: 'Oars in May' },
        url: `/clubs/club/${later}`,
      },
    ]);
    const stranger = await addMember();
    await notify(stranger);
    expect(await read(stranger)).toEqual([]);
  });

  test('ends with the membership', async () => {
    const member = await addMember();
    await joinContainer(member, wall);
    await notify(member);
    await leaveContainer(member, wall);
    expect(await read(member)).toEqual([]);
  });
});

test('the owner of a removed club reads why, by an index', async () => {
  const moderator = await addMember({ role: 'moderator' });
  await report(await addMember(), later);
  await decideReports(moderator, {
    decision: 'remove',
    type: club,
    id: later,
    reason: 'Spam',
  } as never);
  await db.execute(sql`
    insert into moderation_log (action, subject_type, subject_id)
    select 'removed', ${club}, 1000000 + n from generate_series(1, 2000) n`);
  await db.execute(sql`analyze moderation_log`);
  const plans = await recordPlans(async () =>
    expect(await listRemoved(owner, club)).toMatchObject([{ id: wall.id, reason: 'Spam' }]),
  );
  expect(plans.map(({ rows }) => rows.moderation_log)).toEqual([1]);
});

test('a reported meeting is shown by its title, and its removal removes the club', async () => {
  const moderator = await addMember({ role: 'moderator' });
  await report(await addMember(), later);
  const [row] = await db.execute<{ content: unknown }>(sql`
    select content from reports where subject_type = ${club} and subject_id = ${later}`);
  expect(row!.content).toMatchObject({ path: `/clubs/club/${later}`, body: 'Oars in May\n' });
  await decideReports(moderator, { decision: 'remove', type: club, id: later } as never);
  for (const itemId of [next, later, wall.id])
    expect(await code(clubReader.read(await addMember(), itemId))).toBe('no_record');
});

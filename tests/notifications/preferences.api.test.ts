import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addComment } from '#domains/comments/comments.server.ts';
import { categoriesFor, notices } from '#domains/notifications/notices.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';
import { countStatements } from '../support/statements.ts';

let ada: Member;
let bo: Member;
beforeAll(() => {
  env().RATE_LIMIT_SCALE = 1_000;
});
beforeEach(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

const inApp = '/members/settings/notifications';
const delivery = '/members/settings/advancednotifications';
/** Types that a member who is no moderator can set. */
const all: string[] = categoriesFor(false).flatMap(({ types }) => types);
/** Defaults without any choice. */
const atFirst: string[] = [...notices()].flatMap(([type, { inApp: isOn }]) =>
  isOn && all.includes(type) ? [type] : [],
);
const save = (path: string, fields: Fields | string, as: Member | undefined = ada) =>
  send('PUT', path, fields, { as });
const read = async (path: string, as = ada) => (await send('GET', path, {}, { as })).body;
const comment = (member: Member, id: number) =>
  addComment(db, member, { type: 'post', id }, { body: 'Hello' }, '');
const types = async (member: Member) =>
  (await listNotifications(member)).recentUpdates.map(({ type }) => type);
const due = async (member: Member) =>
  db.execute<{ channel: string; wall: string }>(sql`
    select channel, to_char(wall_time(due_at, m.timezone), 'Dy HH24:MI') as wall
    from notification_deliveries
    join members m on m.id = member_id
    where member_id = ${member.id}
    order by channel`);

describe('notification preferences', () => {
  test('a missing type is switched off and never created, without a further statement', async () => {
    const { form, formValues } = await read(inApp);
    expect(formValues.toSorted()).toEqual(atFirst.toSorted());
    expect(all.filter((type) => !atFirst.includes(type))).toEqual(['liked_commented']);
    expect(form[0]).toEqual({
      category: 'Friends',
      types: [
        { type: 'Checkbox', name: 'friend_request', label: 'Somebody sends you a friend request' },
        {
          type: 'Checkbox',
          name: 'friend_accepted',
          label: 'Somebody accepts your friend request',
        },
      ],
    });
    expect(await save(inApp, { commented: 1, tagged: 1 })).toMatchObject({
      status: 200,
      status_code: 204,
    });
    expect((await read(inApp)).formValues).toEqual(['commented', 'tagged']);
    const id = await addPost(ada);
    expect(await countStatements(() => react(bo, 'post', id, 1))).toBe(2);
    expect(await countStatements(() => comment(bo, id))).toBe(2);
    expect(await types(ada)).toEqual(['commented']);
    const [row] = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from notifications where recipient_id = ${ada.id}`,
    );
    expect(row!.count).toBe(1);
    expect(
      await send('POST', inApp, Object.fromEntries(all.map((type) => [type, 1])), { as: ada }),
    ).toMatchObject({ status_code: 204 });
    await react(await addMember(), 'post', id, 1);
    expect(await types(ada)).toEqual(['liked', 'commented']);
  });

  test('the choice of one member does not affect others', async () => {
    await save(inApp, {});
    const id = await addPost(bo);
    await react(ada, 'post', id, 1);
    expect(await types(bo)).toEqual(['liked']);
    expect((await read(inApp, bo)).formValues).toHaveLength(atFirst.length);
  });
});

describe('mails and pushes', () => {
  test('have sensible defaults, and each field changes its own part only', async () => {
    const before = (await read(delivery)).formValues;
    expect(before).toMatchObject({
      digest: 'off',
      push: 1,
      mute_until: null,
      quiet_from: null,
      quiet_to: null,
      email_friend_request: 'at_once',
      email_liked: 'weekly',
      email_video_processed: 'off',
    });
    expect(before.email_types).not.toContain('video_processed');
    expect(before.push_types).toContain('commented');
    await save(delivery, { email_types: 'liked,commented' });
    expect((await read(delivery)).formValues).toMatchObject({
      email_types: ['commented', 'liked'],
      email_liked: 'weekly',
      email_commented: 'at_once',
      email_tagged: 'off',
      push: 1,
    });
    await save(delivery, { digest: 'daily' });
    expect((await read(delivery)).formValues).toMatchObject({
      email_types: ['commented', 'liked'],
      digest: 'daily',
      email_liked: 'daily',
      email_tagged: 'off',
    });
    await send(
      'POST',
      delivery,
      {
        email_types: '',
        push: 0,
        push_types: 'tagged',
        mute_until: '2126-01-01 08:00:00',
        quiet_from: '22:30',
        quiet_to: '07:00',
      },
      { as: ada },
    );
    expect((await read(delivery)).formValues).toMatchObject({
      email_types: [],
      digest: 'off',
      push: 0,
      push_types: ['tagged'],
      mute_until: '2126-01-01 08:00:00',
      quiet_from: '22:30',
      quiet_to: '07:00',
    });
    await save(delivery, {
      mute_until: '',
      quiet_from: '',
      quiet_to: '',
      push: 1,
      email_liked: 'weekly',
      push_liked: 1,
    });
    expect((await read(delivery)).formValues).toMatchObject({
      email_types: ['liked'],
      digest: 'weekly',
      push: 1,
      push_types: ['liked', 'tagged'],
      mute_until: null,
      quiet_from: null,
    });
    await save(delivery, { mute_until: '2020-01-01 08:00:00' });
    expect((await read(delivery)).formValues.mute_until).toBeNull();
  });

  test('invalid values are refused and change nothing', async () => {
    const before = await read(delivery);
    for (const fields of [
      { email_types: 'liked,everything' },
      { digest: 'hourly' },
      { digest: '' },
      { push: 2 },
      { email_liked: 'now' },
      { mute_until: 'tomorrow' },
      { mute_until: '2026-02-31 08:00:00' },
      { quiet_from: '25:00', quiet_to: '07:00' },
      { quiet_from: '22:00' },
      { quiet_from: '22:00', quiet_to: '' },
      { push_types: '__proto__' },
      'digest=daily&digest=weekly',
    ] as Array<Fields | string>) {
      expect(await save(delivery, fields), JSON.stringify(fields)).toMatchObject({
        status: 400,
        error_code: 'validation_fail',
      });
    }
    expect((await save(inApp, { liked: 7 })).status).toBe(400);
    expect(await read(delivery)).toEqual(before);
  });

  test('visitors change and read nothing', async () => {
    for (const path of [inApp, delivery, '/members/settings/subscriptions']) {
      expect((await send('GET', path)).status, path).toBe(401);
      expect((await send('POST', path, { digest: 'daily', plan_id: 1 })).status, path).toBe(401);
    }
  });

  test('two changes at once both apply', async () => {
    await Promise.all([
      save(delivery, { email_liked: 'daily' }),
      save(delivery, { email_tagged: 'weekly' }),
      save(inApp, { liked: 1 }),
    ]);
    expect((await read(delivery)).formValues).toMatchObject({
      email_liked: 'daily',
      email_tagged: 'weekly',
    });
    expect((await read(inApp)).formValues).toEqual(['liked']);
  });

  test('a notification is due at the member’s chosen time, in their timezone', async () => {
    await db.execute(sql`update members set timezone = 'Pacific/Auckland' where id = ${ada.id}`);
    await save(delivery, { email_liked: 'weekly', email_commented: 'daily' });
    const id = await addPost(ada);
    await react(bo, 'post', id, 1);
    await comment(bo, id);
    expect(await due(ada)).toEqual([
      { channel: 'daily', wall: expect.stringMatching(/^... 08:00$/) },
      { channel: 'weekly', wall: 'Mon 08:00' },
    ]);
    // A timezone that only browsers know must not prevent reactions.
    await db.execute(sql`update members set timezone = 'Mars/Olympus' where id = ${ada.id}`);
    await react(bo, 'post', await addPost(ada), 1);
    await save(delivery, { email_types: '' });
    await react(bo, 'post', await addPost(bo), 1);
    expect(await due(bo)).toEqual([]);
  });
});

test('the subscription plan: one, free, for everybody', async () => {
  const plan = '/members/settings/subscriptions';
  expect(await read(plan)).toMatchObject({
    currentOption: 1,
    current_plan: { plan_id: 1, title: 'Member', expires: null },
    subscription: [{ plan_id: 1, price: 0, is_current: 1 }],
  });
  expect(await send('POST', plan, { selected_plan: 1 }, { as: ada })).toMatchObject({
    status_code: 204,
  });
  for (const fields of [
    { plan_id: 2 },
    {},
    { plan_id: 1, selected_plan: 2 },
    { plan_id: 'free' },
  ] as Fields[])
    expect(await send('POST', plan, fields, { as: ada }), JSON.stringify(fields)).toMatchObject({
      status: 400,
      error_code: expect.stringMatching(/validation_fail|parameter_missing/),
    });
});

import { beforeEach, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setProfileAudience, setStatus } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';

// Ada accepts Bo. Fay is Ada's friend, Gil a friend of both; Max of neither; Mo moderates.
let [ada, bo, fay, gil, max, mo]: Member[] = [];
const people = () => ({
  visitor: undefined,
  ada: ada!,
  bo: bo!,
  fay: fay!,
  gil: gil!,
  max: max!,
  mo: mo!,
});
beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo, fay, gil, max, mo] = await Promise.all(
    ['Ada', 'Bo', 'Fay', 'Gil', 'Max']
      .map((name) => addMember({ name }))
      .concat(addMember({ name: 'Mo', role: 'moderator' })),
  );
  await befriend(ada!, fay!);
  await befriend(ada!, gil!);
  await befriend(bo!, gil!);
});

const act = (path: string, fields: Fields, as: Member) => send('POST', path, fields, { as });
const become = async (asker: Member = bo!, asked: Member = ada!) => {
  await act('/user/add', { user_id: asked.id }, asker);
  await act('/user/confirm', { user_id: asker.id }, asked);
};
const activityOf = async (owner: Member, as: Member = owner) => {
  const query = { subject_type: 'user', subject_id: owner.id };
  const answer = await send('GET', '/advancedactivity/feeds', query, { as });
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const items: any[] = answer.body.data;
  return items.filter(({ feed }) => feed.type === 'friends');
};
const readPost = (id: number, as: Member | undefined) =>
  send('GET', '/advancedactivity/feeds', { action_id: id }, { as });
/** Viewers who find it by its address, and in the feed of everybody. */
async function seenBy(id: number): Promise<string[]> {
  const seen = await Promise.all(
    Object.entries(people()).map(async ([name, as]) => {
      const isThere = (await readPost(id, as)).status === 200;
      if (as)
        expect(
          (await send('GET', '/advancedactivity/feeds', {}, { as })).text.includes(
            `"action_id":${id},`,
          ),
          name,
        ).toBe(isThere);
      return isThere ? [name] : [];
    }),
  );
  return seen.flat();
}
const choose = (member: Member, fields: Fields) =>
  send('PUT', '/members/settings/privacy', fields, { as: member });

test('the member who accepts gets an activity post for their friends, naming the other', async () => {
  await become();
  const [{ feed, can_share }] = await activityOf(ada!, gil);
  expect(feed).toMatchObject({
    type: 'friends',
    subject_id: ada!.id,
    feed_title: 'Ada is now friends with Bo',
    body: '',
    privacy: 'friends',
    params: { friend: { user_id: bo!.id, displayname: 'Bo' } },
  });
  expect(feed.action_type_body).toBe(
    '{item:$subject} is now friends with {item:$object}\r\n{body:$body}',
  );
  expect(feed.action_type_body_params).toContainEqual({
    search: '{item:$object}',
    type: 'user',
    id: bo!.id,
    label: 'Bo',
  });
  expect(can_share).toBe(0);
  expect(await activityOf(bo!)).toEqual([]);
  expect(await seenBy(feed.action_id)).toEqual(['ada', 'bo', 'fay', 'gil']);
});

test('it is visible only to members who may see both friend lists, at once after each change', async () => {
  await become();
  const [
    {
      feed: { action_id: id },
    },
  ] = await activityOf(ada!);
  for (const [who, audience, seen] of [
    [bo!, 'member', ['ada', 'bo', 'gil']],
    [bo!, 'owner', ['ada', 'bo']],
    [bo!, 'registered', ['ada', 'bo', 'fay', 'gil']],
    [ada!, 'owner', ['ada', 'bo']],
    [ada!, 'member', ['ada', 'bo', 'fay', 'gil']],
  ] as const) {
    await choose(who, { friends_privacy: audience });
    expect(await seenBy(id), `${who.displayname}: ${audience}`).toEqual(seen);
  }
  await setProfileAudience(bo!, 'onlyme');
  expect(await seenBy(id)).toEqual(['ada', 'bo']);
  await setProfileAudience(bo!);
  await block(fay!, bo!);
  expect(await seenBy(id)).toEqual(['ada', 'bo', 'gil']);
  await setStatus(bo!, 'suspended');
  expect((await readPost(id, ada)).status).toBe(404);
  await setStatus(bo!, 'active');
  expect((await readPost(id, ada)).status).toBe(200);
});

test('it is deleted when either ends the friendship, and created with the next', async () => {
  for (const end of ['/user/remove', '/block/add']) {
    await become();
    const [
      {
        feed: { action_id: id },
      },
    ] = await activityOf(ada!);
    await act('/advancedactivity/like', { action_id: id }, gil!);
    await act(end, { user_id: ada!.id }, bo!);
    expect((await readPost(id, ada)).status, end).toBe(404);
    expect(await activityOf(ada!)).toEqual([]);
  }
});

test('not if one of the two has disabled it, and once an hour', async () => {
  const [cy, di, ed] = await Promise.all(['Cy', 'Di', 'Ed'].map((name) => addMember({ name })));
  await choose(bo!, { publishTypes: 'profile_photo_update,share' });
  await become();
  await choose(ada!, { publishTypes: '[]' });
  await become(cy);
  expect(await activityOf(ada!)).toEqual([]);
  await choose(ada!, { publishTypes: '["friends"]' });
  await become(di);
  await become(ed);
  const titles = async () => (await activityOf(ada!)).map(({ feed }) => feed.feed_title as string);
  expect(await titles()).toEqual(['Ada is now friends with Di']);
  await db.execute(
    sql`
      update posts
      set published_at = published_at - interval '61 minutes'
      where author_id = ${ada!.id}`,
  );
  await become(await addMember({ name: 'Flo' }));
  expect(await titles()).toEqual(['Ada is now friends with Flo', 'Ada is now friends with Di']);
});

test('its text is its author’s, it is for friends, and it is liked, reported and deleted like every post', async () => {
  await become();
  const [
    {
      feed: { action_id: id },
    },
  ] = await activityOf(ada!);
  expect(
    await act(
      '/advancedactivity/edit-feed',
      { action_id: id, body: 'At last', auth_view: 'everyone' },
      ada!,
    ),
  ).toMatchObject({ error_code: 'validation_fail' });
  expect(await act('/activity/share', { type: 'activity_action', id }, gil!)).toMatchObject({
    error_code: 'unauthorized',
  });
  expect(
    (await act('/advancedactivity/edit-feed', { action_id: id, body: 'At last' }, ada!))
      .status_code,
  ).toBe(204);
  expect(
    (await act('/advancedactivity/edit-feed', { action_id: id, body: '' }, ada!)).status_code,
  ).toBe(204);
  expect(
    (await act('/advancedactivity/like', { action_id: id, reaction: 'love' }, gil!)).status,
  ).toBe(200);
  expect(await act('/advancedactivity/like', { action_id: id }, max!)).toMatchObject({
    error_code: 'no_record',
  });
  const notifications = (await send('GET', '/notifications', {}, { as: ada })).body
    .recentUpdates as Array<{
    params: { label?: string };
  }>;
  expect(notifications.map(({ params }) => params.label)).toContain('Now friends with Bo');
  expect(
    (
      await act(
        '/report/create',
        { type: 'activity_action', id, category: 'spam', description: 'Really?' },
        fay!,
      )
    ).status_code,
  ).toBe(204);
  expect(
    await send('DELETE', '/advancedactivity/delete', { action_id: id }, { as: bo }),
  ).toMatchObject({ error_code: 'unauthorized' });
  expect(
    (await send('DELETE', '/advancedactivity/delete', { action_id: id }, { as: ada })).status_code,
  ).toBe(204);
  expect((await send('GET', '/user/get-friend-list', {}, { as: ada })).text).toContain('"Bo"');
});

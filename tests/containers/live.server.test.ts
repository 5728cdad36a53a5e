import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveContainer } from '#domains/containers/membership/memberships.server.ts';
import { banMember, removeMember } from '#domains/containers/membership/removals.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { startLiveServer } from '../support/live-server.ts';
import { addMember } from '../support/people.ts';
import { eventsFor } from '../support/watched-posts.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

let live: Awaited<ReturnType<typeof startLiveServer>>;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  live = await startLiveServer();
});
afterAll(() => live.stop());

const endings: Record<
  string,
  (group: { type: string; id: number }, owner: Member, member: Member) => Promise<unknown>
> = {
  leaves: (group, _owner, member) => leaveContainer(member, group),
  'is removed': (group, owner, member) => removeMember(owner, group, member.id),
  'is banned': (group, owner, member) =>
    banMember(owner, group, member.id, { until: null, reason: '' }),
  'sees the group removed': (group) =>
    db.execute(sql`update containers set state = 'removed' where id = ${group.id}`),
};

// Streams stay open with the post on their list: each change checks the rights again.
test.each(Object.entries(endings))(
  'a member who %s gets no more events of a post',
  async (_name, end) => {
    const [owner, member, other] = [await addMember(), await addMember(), await addMember()];
    const group = await addContainer(owner, { visibility: 'members' });
    for (const one of [member, other]) await addMembership(group, one);
    const post = await addContainerPost(group, owner);
    const events = await eventsFor(live.origin, member, [post], async () => {
      await react(other, 'post', post, 1);
      // Its event is on its way while the membership ends; the next change finds none.
      await end(group, owner, member);
      await db.execute(sql`
      select pg_notify('live', 'subject:post:' || ${post}::text || ':' || ${other.id}::text || ':comments')`);
    });
    expect(events.filter((event) => event.startsWith('comments'))).toEqual([]);
  },
);

test('a member who stays gets them', async () => {
  const [owner, member, other] = [await addMember(), await addMember(), await addMember()];
  const group = await addContainer(owner, { visibility: 'members' });
  for (const one of [member, other]) await addMembership(group, one);
  const post = await addContainerPost(group, owner);
  expect(await eventsFor(live.origin, member, [post], () => react(other, 'post', post, 1))).toEqual(
    [`reactions activity_action ${post}`],
  );
});

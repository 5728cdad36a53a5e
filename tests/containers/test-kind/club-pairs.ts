import { beforeAll, expect, test } from 'vitest';
import { addComment } from '#domains/comments/comments.server.ts';
import { setSeats } from '#domains/containers/answers/answers.server.ts';
import { setAnswer } from '#domains/containers/answers/set-answer.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import { changeContainer, type ContainerRef } from '#domains/containers/container-lock.server.ts';
import { inviteMembers } from '#domains/containers/invitations/invitations.server.ts';
import { setArchived } from '#domains/containers/lifecycle/archiving.server.ts';
import { deleteContainer } from '#domains/containers/lifecycle/deletion.server.ts';
import { leaveContainer } from '#domains/containers/membership/memberships.server.ts';
import { banMember, removeMember } from '#domains/containers/membership/removals.server.ts';
import { approveRequests } from '#domains/containers/membership/staff.server.ts';
import { createContainer } from '#domains/containers/ownership/ownership.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { createOrPend } from '#domains/posts/pending/pending-posts.server.ts';
import type { PostTarget } from '#domains/posts/writing/post-target.server.ts';
import { deleteAccount } from '#domains/settings/deletion.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { everyPair, outcome, runPairs, type Write } from '../../support/pairs-of-writes.ts';
import { addMember, befriend, givePassword, setStatus } from '../../support/people.ts';
import { addContainer, addContainerPost, addMembership } from '../container-world.ts';
import { club } from './clubs.ts';
import { setClubs } from './set-clubs.ts';

// Changes of a group and of a club that lies in it, with answers to its meeting, at once
// (docs/locking.md).

setClubs();

interface World {
  group: ContainerRef;
  wall: ContainerRef;
  owner: Member;
  host: Member;
  /** Belong to both; one is going, the next waits. */
  member: Member;
  next: Member;
  asker: Member;
  post: number;
}

let password: string;
let model: Member;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 100_000;
  await startJobs([]);
  model = await addMember();
  password = await givePassword(model);
});

async function add(): Promise<Member> {
  const member = await addMember();
  await db.execute(sql`
    update members
    set password_hash = model.password_hash
    from members model
    where model.id = ${model.id} and members.id = ${member.id}`);
  return member;
}

async function newWorld(): Promise<World> {
  const [owner, host, member, next, asker] = [
    await add(),
    await add(),
    await add(),
    await add(),
    await add(),
  ];
  const group = await addContainer(owner);
  await addMembership(group, host);
  const wall = await addContainer(host, { type: club, title: 'Oars', parent: group });
  for (const one of [member, next, asker]) await addMembership(group, one);
  for (const one of [member, next]) await addMembership(wall, one, { isFollowing: true });
  await addMembership(wall, asker, { state: 'requested' });
  await befriend(host, owner);
  await db.transaction((tx) => setSeats(tx, wall, wall.id, { capacity: 1 }));
  for (const one of [member, next]) await going(one, wall);
  return {
    group,
    wall,
    owner,
    host,
    member,
    next,
    asker,
    post: await addContainerPost(wall, next),
  };
}

const going = (member: Member, { type, id }: ContainerRef) =>
  setAnswer(member, { type, itemId: id }, { answer: 'going' });
const forGood = { until: null, reason: '' };

const writes: Record<string, Write<World>> = {
  answer: ({ owner, wall }) => outcome(going(owner, wall)),
  decline: ({ member, wall: { type, id } }) =>
    outcome(setAnswer(member, { type, itemId: id }, { answer: 'declined' })),
  setSeats: ({ host, wall }) =>
    outcome(changeContainer(host, wall, ({ tx }) => setSeats(tx, wall, wall.id, { capacity: 2 }))),
  post: ({ member, wall }) =>
    outcome(
      db.transaction((tx) =>
        createOrPend(tx, member, {
          body: 'Hm',
          uri: '',
          audience: 'everyone',
          tagged: [],
          target: wall as PostTarget,
        }),
      ),
    ),
  comment: ({ member, post }) =>
    outcome(addComment(db, member, { type: 'post', id: post }, { body: 'Hello' }, '')),
  leaveClub: ({ member, wall }) => outcome(leaveContainer(member, wall)),
  leaveGroup: ({ member, group }) => outcome(leaveContainer(member, group)),
  removeFromClub: ({ host, member, wall }) => outcome(removeMember(host, wall, member.id)),
  banFromClub: ({ host, next, wall }) => outcome(banMember(host, wall, next.id, forGood)),
  removeFromGroup: ({ owner, next, group }) => outcome(removeMember(owner, group, next.id)),
  banFromGroup: ({ owner, member, group }) => outcome(banMember(owner, group, member.id, forGood)),
  approve: ({ host, asker, wall }) => outcome(approveRequests(host, wall, [asker.id])),
  invite: ({ host, owner, wall }) => outcome(inviteMembers(host, wall, [owner.id])),
  archiveGroup: ({ owner, group }) => outcome(setArchived(owner, group, roles.moderator, true)),
  createClub: ({ owner, group }) =>
    outcome(
      db.transaction((tx) => createContainer(tx, owner, club, { title: 'New', parent: group })),
    ),
  deleteClub: ({ host, wall }) =>
    outcome(deleteContainer(host, wall, password, () => Promise.resolve())),
  deleteGroup: ({ owner, group }) =>
    outcome(deleteContainer(owner, group, password, () => Promise.resolve())),
  endAccount: ({ member }) => outcome(deleteAccount(member, password)),
  endAccountOfHost: ({ host }) => outcome(deleteAccount(host, password)),
  endAccountOfOwner: ({ owner }) => outcome(deleteAccount(owner, password)),
  suspend: ({ next }) => outcome(setStatus(next, 'suspended')),
};

test('each write of the table succeeds alone', async () => {
  const refused: string[] = [];
  for (const [name, write] of Object.entries(writes)) {
    const { status, text } = await write(await newWorld());
    if (status >= 300) refused.push(`${name}: ${status} ${text}`);
  }
  expect(refused).toEqual([]);
});

test('no two writes of a group and a club in it deadlock', { timeout: 300_000 }, async () => {
  const failed = await runPairs(everyPair(Object.keys(writes)), async (one, second) => {
    const world = await newWorld();
    return Promise.all([writes[one]!(world), writes[second]!(world)]);
  });
  expect(failed).toEqual([]);
  const miscounted = await db.execute(sql`
    select s.item_id
    from container_seats s
    where s.going <> (
      select count(*)
      from container_answers a
      where a.type = s.type and a.item_id = s.item_id and a.answer = 'going' and a.queue_no is null
    )`);
  expect(miscounted).toEqual([]);
});

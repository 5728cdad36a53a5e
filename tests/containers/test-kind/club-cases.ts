import { expect, test } from 'vitest';
import {
  createInviteLink,
  joinByLink,
} from '#domains/containers/invitations/invite-links.server.ts';
import {
  joinContainer,
  leaveContainer,
  requestMembership,
} from '#domains/containers/membership/memberships.server.ts';
import { banMember, removeMember } from '#domains/containers/membership/removals.server.ts';
import { approveRequests } from '#domains/containers/membership/staff.server.ts';
import { feedInput } from '#domains/posts/feed/feed.schema.ts';
import { readFeed } from '#domains/posts/feed/feed.server.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import { search, searchTabs } from '#domains/search/search.server.ts';
import { itemPath } from '#lib/item-path.ts';
import { db } from '#server/db.ts';
import { addMember } from '../../support/people.ts';
import { testAccess } from '../access-worlds.ts';
import { addContainer } from '../container-world.ts';
import { containerSettings, parentSettings } from '../matrix-people.ts';
import { testMatrix } from '../matrix.ts';
import { club, hooked } from './clubs.ts';
import { setClubs } from './set-clubs.ts';

setClubs();
testMatrix(club, [...containerSettings, ...parentSettings]);
testAccess([club], 20, ['group']);

test('a club is joined, written in its name, filtered, found and linked', async () => {
  const [owner, member] = [await addMember(), await addMember()];
  const ref = await addContainer(owner, { type: club, title: 'Quilters of the quay' });
  await joinContainer(member, ref);
  const target = { type: club, id: ref.id };
  const { feed } = await createPost(db, owner, {
    body: 'Needles',
    audience: 'everyone',
    tagged: [],
    uri: '',
    target,
  });
  expect(feed).toMatchObject({
    type: 'club_post_self',
    subject_type: 'club',
    object_type: 'club',
    subjectIformation: { displayname: 'Quilters of the quay' },
  });
  expect((await readPost(member, feed.action_id)).feed.object_id).toBe(ref.id);

  const query = feedInput.parse({ filter_type: 'club' });
  const { data } = await readFeed({ ...member, hasContainers: true }, query);
  expect(data.map((one) => one.feed.action_id)).toEqual([feed.action_id]);
  const wall = feedInput.parse({ subject_type: 'club', subject_id: ref.id });
  expect((await readFeed(member, wall)).data).toHaveLength(1);

  const found = await search(member, { query: 'quilters', type: club, page: 1, limit: 5 });
  expect(found.result).toMatchObject([
    { type: 'Club', item_type: 'club', content_url: itemPath(club, ref.id) },
  ]);
  expect(searchTabs()).toContainEqual({ type: club, label: 'Clubs' });
});

test('the hooks of a club learn who joined and how, and whose membership ended', async () => {
  const [owner, bo, cy, stranger] = [
    await addMember(),
    await addMember(),
    await addMember(),
    await addMember(),
  ];
  const ref = await addContainer(owner, { type: club, title: 'Rowers' });
  const forGood = { until: null, reason: '' };
  hooked.length = 0;
  await joinContainer(bo, ref);
  await joinContainer(bo, ref);
  await leaveContainer(bo, ref);
  const { token } = await createInviteLink(owner, ref);
  await joinByLink(bo, token);
  await removeMember(owner, ref, bo.id);
  await requestMembership(bo, ref);
  await approveRequests(owner, ref, [bo.id]);
  await joinContainer(cy, ref);
  await banMember(owner, ref, cy.id, forGood);
  await banMember(owner, ref, stranger.id, forGood);
  expect(hooked).toEqual([
    ['join', [bo.id], 'open'],
    ['end', bo.id, club],
    ['leave', bo.id],
    ['join', [bo.id], 'link'],
    ['end', bo.id, club],
    ['join', [bo.id], 'approval'],
    ['join', [cy.id], 'open'],
    ['end', cy.id, club],
    ['ban', cy.id],
    ['end', stranger.id, club],
    ['ban', stranger.id],
  ]);
});

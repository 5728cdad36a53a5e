import { beforeAll, expect, test } from 'vitest';
import { readPool } from '#domains/ads/serving/ad-pool.server.ts';
import { listNewestPhotos } from '#domains/albums/newest-photos.server.ts';
import { readBrowsed, readOwnBeside } from '#domains/containers/browse/browse-screen.server.ts';
import { readContainerAside } from '#domains/containers/kit/container-aside.server.ts';
import type { ContainerScreens } from '#domains/containers/kit/container-screens.ts';
import { listUpcomingEvents } from '#domains/events/browse/upcoming.server.ts';
import { readEvent } from '#domains/events/event-rows.server.ts';
import { findInviterRequest, listRequests } from '#domains/friends/requests.server.ts';
import { readFirstSuggestions } from '#domains/friends/suggestions.server.ts';
import { readGroup } from '#domains/groups/one-group.server.ts';
import { listConversations } from '#domains/messages/inbox/inbox.server.ts';
import { readBadges } from '#domains/notifications/badges.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { readContainerWall } from '#domains/posts/containers/container-wall.server.ts';
import { readFeed, readWall } from '#domains/posts/feed/feed.server.ts';
import { countPendingPosts } from '#domains/posts/pending/pending-posts.server.ts';
import { readProfileAside } from '#domains/profiles/profile-aside.server.ts';
import { readProfile } from '#domains/profiles/profiles.server.ts';
import { readGeneral } from '#domains/settings/general.server.ts';
import { listTrendingPages } from '#domains/sitepages/browse/trending.server.ts';
import { readPage } from '#domains/sitepages/one-page.server.ts';
import { listStories } from '#domains/stories/tray/tray.server.ts';
import { entriesOf } from '#server/domain.ts';
import { env } from '#server/env.ts';
import { addEvent } from '../events/event-world.ts';
import { addGroup, addToGroup, call } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMember, addPost, befriend } from '../support/people.ts';
import { recordStatements } from '../support/statements.ts';

// PostgreSQL walks the whole text of a statement whenever it runs (docs/decisions/066).
const maxLength = 6_000;

let ada: Member;
let bo: Member;
let group: number;
let page: number;
let event: number;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  ada = await addMember({ name: 'Ada' });
  bo = await addMember({ name: 'Bo' });
  const cy = await addMember({ name: 'Cy' });
  for (const [one, other] of [
    [ada, bo],
    [bo, cy],
  ] as const)
    await befriend(one, other);
  group = await addGroup(ada);
  await addToGroup(ada, group, bo);
  page = await addPage(ada);
  event = await addEvent(ada);
  const post = await addPost(ada);
  await call(bo, 'POST', '/like', { subject_type: 'activity_action', subject_id: post });
  await call(bo, 'POST', '/advancedactivity/feeds/post', {
    body: 'Hello',
    subject_type: 'group',
    subject_id: group,
  });
});

const browsed = (area: string): ContainerScreens =>
  [...entriesOf('containerScreens').values()].find((kind) => kind.area === area)!;
const list = (area: string) => {
  const kind = browsed(area);
  return readBrowsed(kind, ada, Object.keys(kind.browse.lists)[0]!, new URLSearchParams());
};
const ownBeside = (area: string) => {
  const kind = browsed(area);
  return readOwnBeside(kind, ada, Object.keys(kind.browse.lists)[0]!);
};

/** By what a screen reads: the number of statements at most, and the longest if it may be longer. */
const reads: Record<string, [count: number, run: () => Promise<unknown>, longest?: number]> = {
  'the counts of the header': [4, () => readBadges(ada), 8_000],
  'the feed': [4, () => readFeed(ada, { limit: 8 }), 16_000],
  'the stories of the home screen': [1, () => listStories(ada, { seen: [] })],
  'the request of an inviter': [1, () => findInviterRequest(ada)],
  'trending pages': [1, () => listTrendingPages(ada)],
  'events to come': [1, () => listUpcomingEvents(ada)],
  'the ads, every few seconds': [2, () => readPool()],
  'the head of a profile': [1, () => readProfile(ada, bo.id)],
  'the wall of a profile': [5, () => readWall(ada, bo.id, { limit: 8 }), 17_000],
  'what stands beside a profile': [1, () => readProfileAside(ada, bo.id)],
  'the photos of a member': [
    1,
    () => listNewestPhotos(ada, { type: 'member', id: bo.id }, 6),
    7_500,
  ],
  notifications: [6, () => listNotifications(ada, { page: 1, limit: 20 }), 19_000],
  conversations: [1, () => listConversations(ada, { limit: 20 })],
  'friend requests': [2, () => listRequests(ada, { page: 1, limit: 20 })],
  'the first suggestions': [1, () => readFirstSuggestions(ada, 6)],
  'the general settings': [1, () => readGeneral(ada)],
  'a group': [1, () => readGroup(ada, group)],
  'the wall of a group': [8, () => readContainerWall(ada, { type: 'group', id: group }), 19_000],
  'posts that wait': [1, () => countPendingPosts(ada, { type: 'group', id: group })],
  'what stands beside a group': [
    1,
    () =>
      readContainerAside(
        ada,
        'group',
        { id: group, isMemberListShown: true },
        { withUpcoming: true },
      ),
  ],
  'the photos of a group': [1, () => listNewestPhotos(ada, { type: 'group', id: group }, 6)],
  'an event': [1, () => readEvent(ada, event), 11_200],
  'a page': [1, () => readPage(ada, page), 6_200],
  'the list of groups': [3, () => list('groups'), 7_700],
  'the list of pages': [2, () => list('pages'), 6_200],
  'the list of events': [2, () => list('events'), 11_500],
  'own groups beside a list': [1, () => ownBeside('groups')],
  'own pages beside a list': [1, () => ownBeside('pages')],
  'own events beside a list': [1, () => ownBeside('events')],
};

test.each(Object.entries(reads))('%s: few statements, none too long', async (_, read) => {
  const [count, run, longest = maxLength] = read;
  const texts = await recordStatements(run);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.length).toBeLessThanOrEqual(count);
  const length = Math.max(...texts.map((text) => text.length));
  expect(length).toBeLessThanOrEqual(longest);
});

import { beforeAll, expect, test } from 'vitest';
import { readAlbumsScreen } from '#domains/albums/album-screen.server.ts';
import { listAuditLog } from '#domains/containers/audit-log/audit-log.server.ts';
import { listInviteLinks } from '#domains/containers/invitations/invite-links.server.ts';
import { findOffer } from '#domains/containers/ownership/ownership.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { readPinned, readWall } from '#domains/posts/feed/feed.server.ts';
import { listPendingPosts } from '#domains/posts/pending/pending-posts.server.ts';
import { listCategories, listPages } from '#domains/sitepages/browse/page-list.server.ts';
import { listTrendingPages } from '#domains/sitepages/browse/trending.server.ts';
import { readNotificationSettings } from '#domains/sitepages/edit/page-settings.server.ts';
import {
  listAdmins,
  listFeatured,
  listMembers,
  listRequests,
} from '#domains/sitepages/membership/page-members.server.ts';
import { pageRef, readPage } from '#domains/sitepages/one-page.server.ts';
import { findPackageTerm } from '#domains/sitepages/packages/packages.server.ts';
import { listReviews } from '#domains/sitepages/reviews/review-list.server.ts';
import { readPageStatistics } from '#domains/sitepages/statistics/page-statistics.server.ts';
import { env } from '#server/env.ts';
import { addMember } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';
import { addPage, addToPage, call } from './page-world.ts';

let owner: Member;
let page: number;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  page = await addPage(owner, { member_approval: 1 });
  await grow();
});

/** Adds one of each to the page. */
async function grow() {
  const [member, asker] = [await addMember(), await addMember()];
  await addToPage(owner, page, member, 'moderator');
  await call(asker, 'POST', `/sitepage/join/${page}`);
  await addPage(member);
  const review = { rating: 4, title: 'Fine', body: 'A very fine place.' };
  await call(asker, 'POST', `/sitepage/reviews/create/${page}`, review);
  const { body } = await call(owner, 'POST', '/advancedactivity/feeds/post', {
    body: 'Hello',
    subject_type: 'sitepage_page',
    subject_id: page,
  });
  await call(owner, 'POST', `/sitepage/photos/addalbum/${page}`, { title: 'Regatta' });
  await call(owner, 'POST', `/sitepage/invite-links/${page}`, { uses: 1 });
  // Only three of them.
  const { action_id } = body.response.feed;
  await call(owner, 'POST', '/advancedactivity/update-pinned', { action_id });
}

const reads: Record<string, [number, () => Promise<unknown>]> = {
  'the list of pages': [1, () => listPages(owner)],
  categories: [1, () => listCategories(owner)],
  'categories for visitors': [1, () => listCategories(visitor)],
  'a page': [1, () => readPage(owner, page)],
  members: [2, () => listMembers(owner, page)],
  'members that are searched': [2, () => listMembers(owner, page, { search: 'a' })],
  admins: [2, () => listAdmins(owner, page)],
  requests: [2, () => listRequests(owner, page)],
  reviews: [2, () => listReviews(owner, page)],
  'pinned posts': [2, () => readPinned(owner, { type: 'page', id: page })],
  'the log': [1, () => listAuditLog(owner, { type: 'page', id: page })],
  numbers: [3, () => readPageStatistics(owner, page)],
  albums: [3, () => readAlbumsScreen(owner, pageRef(page), 1)],
  'waiting posts': [2, () => listPendingPosts(owner, pageRef(page), { page: 1, limit: 20 })],
  'invite links': [7, () => listInviteLinks(owner, pageRef(page))],
  'featured admins': [1, () => listFeatured(owner, page)],
  'trending pages': [1, () => listTrendingPages(owner)],
  'choices of notifications': [2, () => readNotificationSettings(owner, page)],
  'the term of its package': [1, () => findPackageTerm(page)],
  'an offer of ownership': [1, () => findOffer(owner, pageRef(page))],
};

test('each list takes the same number of statements, however much there is', async () => {
  const count = async () => {
    const counts: Record<string, number> = {};
    for (const [name, [, read]] of Object.entries(reads))
      counts[name] = await countStatements(read);
    counts.posts = await countStatements(() => readWall(owner, page, {}, 'page'));
    return counts;
  };
  const before = await count();
  expect(before).toMatchObject(
    Object.fromEntries(Object.entries(reads).map(([name, [expected]]) => [name, expected])),
  );
  for (let more = 0; more < 4; more += 1) await grow();
  expect(await count()).toEqual(before);
});

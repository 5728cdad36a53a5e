// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, createPage } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => server.stop());

async function addPage(owner: ApiMember, title: string): Promise<number> {
  return createPage(server, owner, { title, category_id: 3, body: 'A page.' });
}

test('admins share the page from its marketing, while everybody may see it', async () => {
  const ada = await memberOf(server, 'Ada');
  const id = await addPage(ada, 'Lighthouse');
  const page = new PlainPage(server, ada);
  await page.open(`/pages/page/${id}/dashboard/promotion/marketing`);
  await page.follow('Share the page');
  await page.press('Share');
  await page.open(`/profile/${ada.id}`);
  expect(page.links('Lighthouse').length).toBeGreaterThan(0);
  await act(server, ada, `/sitepage/edit/${id}`, { search: 0 });
  await page.open(`/pages/page/${id}/dashboard/promotion/marketing`);
  expect(page.links('Share the page')).toHaveLength(0);
});

test('admins publish a draft where they read that it is one', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await createPage(server, ada, {
    title: 'Loom',
    category_id: 4,
    body: 'We weave.',
    draft: 0,
  });
  const page = new PlainPage(server, ada);
  // Numbers without anything to draw have words instead of a chart.
  await page.open(`/pages/page/${id}/dashboard/admin/insights`);
  expect(page.text).toContain('None in this period.');
  expect(page.html).not.toMatch(/role="img"[^>]*aria-label="Views: /);
  await page.open(`/pages/page/${id}`);
  expect(page.text).toContain('This page is a draft');
  await page.press('Publish page');
  expect(page.text).not.toContain('This page is a draft');
  expect(page.buttons('Publish page')).toHaveLength(0);
  const his = new PlainPage(server, bo);
  await his.open(`/pages/page/${id}`);
  expect(his.buttons('Publish page')).toHaveLength(0);
  expect(his.text).toContain('Loom');
});

test('members choose to be notified of new posts, and whoever joins the staff keeps the rest', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await addPage(ada, 'Windmill');
  await act(server, bo, `/sitepage/join/${id}`, {});
  const his = new PlainPage(server, bo);
  await his.open(`/pages/page/${id}`);
  await his.press('Joined');
  await his.follow('Your settings');
  expect(his.html).not.toMatch(/value="posted"[^>]*checked/);
  his.check('Notify me of new posts');
  await his.press('Save');
  expect(his.html).toMatch(/value="posted"[^>]*checked/);
  await act(server, ada, `/sitepage/changerole/${id}`, { member_id: bo.id, role: 'moderator' });
  await his.open(`/pages/page/${id}/dashboard/admin/notifications`);
  for (const action of ['posted', 'follow', 'like', 'joined', 'comment', 'review'])
    expect(his.html).toMatch(new RegExp(`value="${action}"[^>]*checked`));
});

test('members invite their friends from the page, if they may', async () => {
  const [ada, bo, cleo] = [
    await memberOf(server, 'Ada'),
    await memberOf(server, 'Bo'),
    await memberOf(server, 'Cleo'),
  ];
  const id = await addPage(ada, 'Choir');
  await act(server, bo, `/sitepage/join/${id}`, {});
  await act(server, bo, '/user/add', { user_id: cleo.id });
  await act(server, cleo, '/user/confirm', { user_id: bo.id });
  const his = new PlainPage(server, bo);
  await his.open(`/pages/page/${id}`);
  await his.press('More actions');
  await his.follow('Invite friends');
  his.check(`Invite ${cleo.displayname}`);
  await his.press('Invite selected');
  expect(his.text).toContain('Already invited');
  await his.open(`/pages/page/${id}/invite?search=nobody`);
  expect(his.text).toContain('No results!');
  const hers = new PlainPage(server, cleo);
  await hers.open(`/pages/page/${id}`);
  // Its description is beside the posts.
  expect(hers.text).toContain('A page.');
  await hers.press('More actions');
  expect(hers.links('Invite friends')).toHaveLength(0);
  expect(hers.text).toContain(`${bo.displayname} invited you to this page.`);
  await hers.open(`/pages/page/${id}/about`);
  expect(hers.text).toContain('A page.');
  // A secret page shows her no more than its name, its picture and who invites.
  await act(server, ada, `/sitepage/edit/${id}`, { auth_view: 'member', search: 0 });
  await hers.open(`/pages/page/${id}/about`);
  expect(hers.text).not.toContain('A page.');
  await hers.open(`/pages/page/${id}`);
  expect(hers.text).toContain(`${bo.displayname} invited you to this page.`);
  expect(hers.text).not.toContain('A page.');
  await hers.press('Accept invitation');
  await hers.press('Joined');
  expect(hers.buttons('Leave')).toHaveLength(1);
  await act(server, ada, `/sitepage/edit/${id}`, { member_invite: 0 });
  await his.open(`/pages/page/${id}`);
  await his.press('More actions');
  expect(his.links('Invite friends')).toHaveLength(0);
});

test('a moderator removes a page with a reason, which its owner reads', async () => {
  const [ada, bo, mo] = [
    await memberOf(server, 'Ada'),
    await memberOf(server, 'Bo'),
    await memberOf(server, 'Mo'),
  ];
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'moderator' where id = ${mo.id}`;
  await sql.end();
  const id = await addPage(ada, 'Cheap watches');
  await act(server, bo, '/report/create', {
    type: 'sitepage_page',
    id,
    category: 'spam',
    description: 'Only links.',
  });
  const desk = new PlainPage(server, mo);
  await desk.open('/admin/reports');
  await desk.press('Remove…');
  expect(desk.description('Reason')).toContain('Only the owner of the page can read it.');
  desk.fill('Reason', 'It only sells watches.');
  await desk.press('Remove this page');
  expect(desk.text).toContain('Removed.');
  const hers = new PlainPage(server, ada);
  await hers.open('/pages/my-pages');
  expect(hers.text).toContain('Cheap watches');
  expect(hers.text).toContain('It only sells watches.');
  const his = new PlainPage(server, bo);
  await his.open(`/pages/page/${id}`);
  expect(his.text).not.toContain('watches');
});

test('a refused answer to a review, and a refused title, stay in their fields', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await addPage(ada, 'Bakery');
  await act(server, bo, `/sitepage/join/${id}`, {});
  await act(server, bo, `/sitepage/reviews/create/${id}`, {
    rating: 4,
    title: 'Good',
    body: 'Good bread, often.',
  });
  const hers = new PlainPage(server, ada);
  await hers.open(`/pages/page/${id}/reviews`);
  const answer = 'Thank you! '.repeat(200);
  await hers.press('Reply as the page');
  hers.fill('Reply', answer);
  await hers.press('Save');
  expect(hers.value('Reply').trim()).toBe(answer.trim());
  expect(hers.texts('details .field-error')).toHaveLength(1);
  await hers.open(`/pages/page/${id}/dashboard/admin/manage`);
  await hers.press('Change');
  hers.fill('Title', 'x'.repeat(61));
  await hers.press('Save');
  expect(hers.value('Title')).toBe('x'.repeat(61));
  expect(hers.texts('details .field-error')).toHaveLength(1);
});

test('a page is shared from its screen, as a card that leads to it', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await addPage(ada, 'Bell tower');
  const his = new PlainPage(server, bo);
  await his.open(`/pages/page/${id}`);
  await his.press('More actions');
  await his.follow('Share');
  expect(his.texts('h1')).toEqual(['Share this page']);
  his.fill('Say something about it', 'Worth the climb.');
  await his.press('Share');
  expect(his.text).toContain('Post shared successfully!');
  expect(his.text).toContain('Worth the climb.');
  expect(his.href('Bell tower')).toMatch(new RegExp(`/pages/page/${id}$`));
  const visitor = new PlainPage(server);
  await visitor.open(his.path);
  expect(visitor.text).toContain('Bell tower');
  await act(server, ada, `/sitepage/edit/${id}`, { auth_view: 'member', search: 0 });
  await visitor.open(his.path);
  expect(visitor.text).not.toContain('Bell tower');
});

test('reviews are read in the order of the reader', async () => {
  const ada = await memberOf(server, 'Ada');
  const id = await addPage(ada, 'Ferry');
  const bo = await memberOf(server, 'Bo');
  for (const rating of [2, 5, 3]) {
    const author = rating === 2 ? bo : await memberOf(server, 'Cy');
    await act(server, author, `/sitepage/join/${id}`, {});
    await act(server, author, `/sitepage/reviews/create/${id}`, {
      rating,
      title: `Rated ${rating}`,
      body: 'A long enough review.',
    });
  }
  const visitor = new PlainPage(server);
  const titles = async (order: string) => {
    await visitor.open(`/pages/page/${id}/reviews`);
    await visitor.follow(order);
    return visitor.texts('h3').filter((text) => text.startsWith('Rated'));
  };
  expect(await titles('Newest')).toEqual(['Rated 3', 'Rated 5', 'Rated 2']);
  expect(await titles('Best')).toEqual(['Rated 5', 'Rated 3', 'Rated 2']);
  expect(await titles('Worst')).toEqual(['Rated 2', 'Rated 3', 'Rated 5']);
  const head = () => visitor.texts('.reviews-head')[0];
  expect(head()).toMatch(/3\.3 of 5\s*3 reviews/);
  // One of them joins the staff: the review stays, and counts no more.
  await act(server, ada, `/sitepage/changerole/${id}`, { member_id: bo.id, role: 'moderator' });
  expect(await titles('Worst')).toEqual(['Rated 2', 'Rated 3', 'Rated 5']);
  expect(head()).toMatch(/4\.0 of 5\s*2 reviews/);
  // Its author is asked before it is deleted.
  const his = new PlainPage(server, bo);
  await his.open(`/pages/page/${id}/reviews`);
  await his.press('Delete');
  expect(his.text).toContain('Delete this review?');
  expect(his.text).not.toContain('Review deleted.');
  await his.press('Delete review');
  expect(his.text).toContain('Review deleted.');
  // The dashboard opens with a screen for moderators.
  await his.open(`/pages/page/${id}/dashboard`);
  expect(his.path).toBe(`/pages/page/${id}/dashboard/admin/requests`);
  // A closed page has no requests to decide on.
  await act(server, ada, `/sitepage/close/${id}`, {});
  await his.open(`/pages/page/${id}/dashboard`);
  expect([his.path, his.status]).toEqual([`/pages/page/${id}/dashboard/admin/notifications`, 200]);
});

test('the owner offers the page to its staff alone, and withdraws the offer', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo', 'Tester')];
  const id = await addPage(ada, 'Sawmill');
  await act(server, bo, `/sitepage/join/${id}`, {});
  const page = new PlainPage(server, ada);
  await page.open(`/pages/page/${id}/dashboard/edit`);
  expect(page.text).toContain('Nobody else is on the staff yet.');
  await act(server, ada, `/sitepage/changerole/${id}`, { member_id: bo.id, role: 'moderator' });
  await page.open(`/pages/page/${id}/dashboard/edit`);
  await page.press('Offer it to Bo Tester');
  expect(page.text).toMatch(
    /You are offering this page to\s+Bo Tester, who has 7 days to accept it\./,
  );
  await page.press('Withdraw the offer');
  expect(page.buttons('Offer it to Bo Tester')).toHaveLength(1);
});

test('somebody banned from a page reads that they are, and why if its staff chose so', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await addPage(ada, 'Sluice');
  const his = new PlainPage(server, bo);
  await his.open(`/pages/page/${id}`);
  expect(his.text).not.toContain('banned');
  await act(server, bo, `/sitepage/join/${id}`, {});
  await act(server, ada, `/sitepage/ban-member/${id}`, { member_id: bo.id, reason: 'Splashing' });
  await his.open(`/pages/page/${id}`);
  expect(his.text).toContain('You are banned from this page.');
  expect(his.text).not.toContain('Splashing');
  const shown = { member_id: bo.id, reason: 'Splashing', show_reason: 1 };
  await act(server, ada, `/sitepage/ban-member/${id}`, shown);
  await his.open(`/pages/page/${id}`);
  expect(his.text).toContain('Reason: Splashing');
});

// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, createGroup } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => server.stop());

const addGroup = (owner: ApiMember, fields = {}) =>
  createGroup(server, owner, {
    title: 'Night swimmers',
    category_id: 13,
    description: 'We swim after dark.',
    ...fields,
  });

test('a group is created, asked to join, approved and managed without script', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const page = new PlainPage(server, ada);
  await page.open('/groups');
  expect(page.path).toBe('/groups/browse');
  await page.open('/groups/create');
  const longName = 'Choir '.repeat(11).trim();
  page.fill('Group name', longName);
  page.fill('Description', 'We sing.');
  page.choose('Category', 'Music');
  await page.press('Create group');
  expect(page.text).toContain('At most 64 characters.');
  expect(page.value('Group name')).toBe(longName);
  page.fill('Group name', 'Choir');
  page.choose('Category', 'Music');
  await page.press('Who can post, comment, add photos, create events and invite');
  page.choose('Who can comment', 'Members of the group');
  page.check('Closed: everyone can find it, only members can read it, and joining needs approval');
  await page.press('Create group');
  expect(page.text).toContain('Group created.');
  const base = page.path.replace(/\/posts$/, '');
  await page.open(`${base}/invite`);
  expect(page.text).toContain('You have no friends to invite yet.');
  // The first is in the banner.
  expect(page.links('Invite your friends')).toHaveLength(2);
  await page.open(`${base}/videos`);
  expect(page.href('Post the first video')).toBe(`${base}/posts#add-video`);
  const his = new PlainPage(server, bo);
  await his.open(base);
  expect(his.text).toContain('Closed group');
  // There is nothing beside the front of a closed group.
  expect(his.html).not.toContain('rail-end');
  expect(his.text).toContain('We sing.');
  await his.press('Ask to join');
  expect(his.buttons('Cancel request')).toHaveLength(1);
  await page.open(`${base}/requests`);
  await page.press(`Approve ${bo.displayname}`);
  expect(page.text).toContain('Request approved.');
  await his.open(base);
  await his.press('Joined');
  expect(his.buttons('Leave')).toHaveLength(1);
  await act(server, ada, `/groups/edit/${base.split('/').at(-1)}`, { post_policy: 'staff' });
  await his.open(`${base}/videos`);
  expect(his.text).toContain('No videos here yet...');
  expect(his.links('Post the first video')).toHaveLength(0);
  await page.open(`${base}/members`);
  await page.press(`Change ${bo.displayname}`);
  page.fill('Title', 'Conductor');
  await page.press('Save');
  expect(page.text).toContain('Conductor');
  await page.open(`${base}/edit`);
  expect(page.value('Who can comment')).toBe('member');
  expect(
    page.isChecked(
      'Closed: everyone can find it, only members can read it, and joining needs approval',
    ),
  ).toBe(true);
  page.fill('Group name', 'Town choir');
  page.check('Open: everyone can read it, and every member of the site can join');
  await page.press('Save');
  expect(page.text).toContain('This is not saved yet:');
  page.check('Closed: everyone can find it, only members can read it, and joining needs approval');
  await page.press('Save');
  expect(page.text).toContain('Town choir');
  await page.press('Archive group');
  expect(page.text).toContain('Archive this group?');
  await page.press('Archive');
  expect(page.text).toContain('The group is archived.');
  await page.press('Undo');
  expect(page.text).toContain('The group is open again.');
  await page.press('Archive group');
  await page.press('Archive');
  const guest = new PlainPage(server);
  await guest.open(base);
  expect(guest.text).toContain('Nobody can join here at the moment.');
  expect(guest.text).not.toContain('to join');
  const open = await addGroup(ada, { privacy: 'open' });
  await act(server, ada, `/groups/archive/${open}`, { archive: 1 });
  await guest.open(`/groups/group/${open}`);
  expect(guest.text).toContain('This group is archived');
  expect(page.buttons('Save')).toHaveLength(0);
  await his.open(`${base}/posts`);
  expect(his.text).toContain('Archived');
  expect(his.text).not.toContain('Closed group');
  // The menu at the side; the one above is folded.
  const tabs = { 'Invite links': 0, Bans: 1 };
  for (const [tab, count] of Object.entries(tabs)) expect(page.links(tab), tab).toHaveLength(count);
  await page.open(`${base}/requests`);
  expect(page.status).toBe(404);
  await page.open(`${base}/edit`);
  await page.press('Reopen group');
  expect(page.buttons('Save')).toHaveLength(1);
  await his.press('Joined');
  await his.press('Leave');
  his.check('Delete my posts here as well');
  await his.press('Leave the group');
  expect(his.text).toContain('You have left the group.');
});

test('whoever joins a group with rules accepts them below its header', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await addGroup(ada, { title: 'Divers', rules: 'Nobody dives alone.' });
  const his = new PlainPage(server, bo);
  await his.open(`/groups/group/${id}/posts`);
  expect(his.href('Join')).toBe('#join');
  his.check('I accept these rules');
  await his.press('Join');
  expect(his.buttons('Joined')).toHaveLength(1);
});

test('several are invited and several requests approved at once, without script', async () => {
  const [ada, bo, cleo] = [
    await memberOf(server, 'Ada'),
    await memberOf(server, 'Bo'),
    await memberOf(server, 'Cleo'),
  ];
  const id = await addGroup(ada, { privacy: 'closed' });
  for (const one of [bo, cleo]) {
    await act(server, ada, '/user/add', { user_id: one.id });
    await act(server, one, '/user/confirm', { user_id: ada.id });
  }
  const page = new PlainPage(server, ada);
  await page.open(`/groups/group/${id}/invite`);
  for (const one of [bo, cleo]) page.check(`Invite ${one.displayname}`);
  await page.press('Invite selected');
  expect(page.text).toContain('2 invitations sent.');
  expect(page.text).toContain('Already invited');
  expect(page.buttons(`Send again to ${bo.displayname}`)).toHaveLength(0);
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`
    update memberships set requested_at = requested_at - interval '2 days'
    where type = 'group' and id = ${id} and state = 'invited'`;
  await sql.end();
  await page.open(`/groups/group/${id}/invite`);
  await page.press(`Send again to ${bo.displayname}`);
  expect(page.buttons(`Send again to ${bo.displayname}`)).toHaveLength(0);
  expect(page.buttons(`Send again to ${cleo.displayname}`)).toHaveLength(1);
  await page.open(`/groups/group/${id}/invitations`);
  for (const one of [bo, cleo]) await page.press(`Revoke the invitation of ${one.displayname}`);
  expect(page.text).toContain('Invitation revoked.');
  for (const one of [bo, cleo]) await act(server, one, `/groups/member/request/${id}`, {});
  await page.open(`/groups/group/${id}/requests`);
  for (const one of [bo, cleo]) page.check(`Select ${one.displayname}`);
  await page.press('Approve all selected');
  expect(page.text).toContain('No requests at the moment.');
  // Nothing to search where nobody waits.
  expect(page.buttons('Search')).toHaveLength(0);
  await page.open(`/groups/group/${id}/requests?search=nobody`);
  expect(page.buttons('Search')).toHaveLength(1);
  await act(server, ada, `/groups/member/promote/${id}`, { user_id: bo.id });
  await page.open(`/groups/group/${id}/members`);
  for (const one of [bo, cleo]) expect(page.links(one.displayname)).toHaveLength(1);
  page.choose('Filter', 'Officers');
  await page.press('Search');
  expect([bo, cleo].map((one) => page.links(one.displayname).length)).toEqual([1, 0]);
});

test('a void invitation leads to a request, and its refusal names the day to ask again', async () => {
  const [ada, bo, cleo] = [
    await memberOf(server, 'Ada'),
    await memberOf(server, 'Bo'),
    await memberOf(server, 'Cleo'),
  ];
  const id = await addGroup(ada, { privacy: 'closed' });
  await act(server, bo, `/groups/member/request/${id}`, {});
  await act(server, ada, `/groups/member/approve/${id}`, { user_id: bo.id });
  await act(server, bo, '/user/add', { user_id: cleo.id });
  await act(server, cleo, '/user/confirm', { user_id: bo.id });
  await act(server, bo, `/groups/member/invite/${id}`, { users: cleo.id });
  const page = new PlainPage(server, ada);
  const hers = new PlainPage(server, cleo);
  await hers.open(`/groups/group/${id}/posts`);
  expect(hers.buttons('Accept invitation')).toHaveLength(1);
  expect(hers.text).toContain('invited you to this group');
  await act(server, bo, `/groups/member/leave/${id}`, {});
  await hers.open(`/groups/group/${id}/posts`);
  expect(hers.buttons('Accept invitation')).toHaveLength(0);
  expect(hers.text).toContain('Your invitation is no longer valid.');
  await hers.press('Ask to join');
  await page.open(`/groups/group/${id}/requests`);
  await page.press(`Reject ${cleo.displayname}`);
  expect(page.text).toContain('Request rejected.');
  await hers.open(`/groups/group/${id}/posts`);
  expect(hers.buttons('Ask to join')).toHaveLength(0);
  expect(page.text).toContain('are notified only if you give a reason');
  expect(hers.text).toMatch(
    /request to join was not approved. You can ask again on \w+ \d+, \d{4}/,
  );
});

test('the owner of a removed group reads why at its main address, for others it is absent', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await addGroup(ada);
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update containers set state = 'removed' where type = 'group' and id = ${id}`;
  await sql.end();
  const page = new PlainPage(server, ada);
  await page.open(`/groups/group/${id}`);
  expect(page.text).toContain('The moderators of this site have removed the group Night swimmers');
  for (const other of [new PlainPage(server, bo), new PlainPage(server)]) {
    await other.open(`/groups/group/${id}`);
    expect(other.status).toBe(404);
  }
});

test('the screens of a secret group are absent for those outside', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await addGroup(ada, { title: 'Hush circle', privacy: 'secret' });
  const [hers, his] = [new PlainPage(server, ada), new PlainPage(server, bo)];
  const staff = ['edit', 'requests', 'invitations', 'bans', 'links', 'log'];
  const parts = ['', '/posts', '/about', '/members', '/photos', '/videos', '/invite', '/waiting'];
  for (const part of [...parts, '/options', ...staff.map((name) => `/${name}`)]) {
    await hers.open(`/groups/group/${id}${part}`);
    expect(hers.status, part).toBe(200);
    await his.open(`/groups/group/${id}${part}`);
    expect(his.status, part).toBe(404);
    expect(his.text, part).not.toContain('Hush circle');
  }
  await his.open('/groups/browse?text=hush');
  expect(his.text).not.toContain('Hush circle');
});

/** Opens the list of members and presses this button of a member, who stays until the answer. */
async function askAbout(page: PlainPage, id: number, { displayname }: ApiMember, button: string) {
  await page.open(`/groups/group/${id}/members`);
  await page.press(`Change ${displayname}`);
  await page.press(button);
  expect(page.links(displayname)).toHaveLength(1);
}

test('staff is asked before a member is banned', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await addGroup(ada, { title: 'Divers' });
  await act(server, bo, `/groups/member/join/${id}`, {});
  const page = new PlainPage(server, ada);
  await askAbout(page, id, bo, `Ban ${bo.displayname}`);
  page.fill('Reason', 'Splashing');
  page.choose('Ends', 'After a week');
  await page.press('Ban member');
  expect(page.text).toContain('Member banned.');
  await page.open(`/groups/group/${id}/bans`);
  expect(page.text).toContain('Splashing');
  expect(page.buttons(`Ban ${bo.displayname}`)).toHaveLength(0);
  expect(page.text).not.toContain('for good');
  const his = new PlainPage(server, bo);
  await his.open(`/groups/group/${id}/posts`);
  expect(his.text).toMatch(/You are banned from this group until .*\d{4}\./);
  expect(his.text).not.toContain('Splashing');
  await page.press(`End ban of ${bo.displayname}`);
  await act(server, bo, `/groups/member/request/${id}`, {});
});

test('a refused ban keeps the question open', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await addGroup(ada, { title: 'Divers' });
  await act(server, bo, `/groups/member/join/${id}`, {});
  const page = new PlainPage(server, ada);
  await askAbout(page, id, bo, `Ban ${bo.displayname}`);
  page.fill('Reason', 'Waves');
  page.choose('Ends', 'Never');
  const field = page.field('Ends');
  // A value that the list does not offer.
  for (const option of field.children)
    if ('attribs' in option && 'selected' in option.attribs) option.attribs.value = '99999';
  await page.press('Ban member');
  expect(page.text).toContain('At most 3650 days.');
  expect(page.value('Reason')).toBe('Waves');
  // Also without script.
  expect(page.field('Ends').attribs).toHaveProperty('autofocus');
});

test('staff is asked before a member is removed', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await addGroup(ada, { title: 'Divers' });
  await act(server, bo, `/groups/member/join/${id}`, {});
  const page = new PlainPage(server, ada);
  await askAbout(page, id, bo, `Remove ${bo.displayname}`);
  await page.press('Remove member');
  expect(page.text).toContain('Member removed.');
  expect(page.links(bo.displayname)).toHaveLength(0);
});

test('groups are joined from the list without script, those with rules on their own screen', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  await addGroup(ada, { title: 'Early swimmers' });
  const strict = await addGroup(ada, { title: 'Strict swimmers', rules: 'No splashing.' });
  const page = new PlainPage(server, bo);
  await page.open('/groups/browse?search=swimmers');
  expect(page.href('Join Strict swimmers')).toBe(`/groups/group/${strict}#join`);
  await page.press('Join Early swimmers');
  expect(page.path).toBe('/groups/browse?search=swimmers');
  expect(page.buttons('Join Early swimmers')).toHaveLength(0);
  await page.open('/groups/my-groups');
  expect(page.links('Early swimmers')).toHaveLength(1);
  const visitor = new PlainPage(server);
  await visitor.open('/groups/browse?search=swimmers');
  expect(visitor.href('Join Early swimmers')).toMatch(/^\/login\?next=%2Fgroups%2Fgroup%2F\d+$/);
  expect(visitor.text).not.toContain('Bo Tester');
});

test('a visitor reads an open group, the front of a closed one, and nothing of a secret one', async () => {
  const ada = await memberOf(server, 'Ada');
  const open = await addGroup(ada);
  await act(server, ada, '/advancedactivity/feeds/post', {
    subject_type: 'group',
    subject_id: open,
    body: 'The water is warm',
  });
  const page = new PlainPage(server);
  await page.open(`/groups/group/${open}`);
  expect(page.path).toBe(`/groups/group/${open}/posts`);
  expect(page.text).toContain('The water is warm');
  expect(page.html).toContain('application/ld+json');
  await page.open('/groups/browse');
  expect(page.links('Night swimmers')).toHaveLength(1);
  const feedPath = `/groups/group/${open}/feed.xml`;
  const feed = await (await fetch(server.origin + feedPath)).text();
  expect(feed).toContain('The water is warm');
  expect(feed).toMatch(new RegExp(`<link rel="self" href="[^"]*${feedPath}"/>`));
  expect(page.links('Members')).toHaveLength(0);
  const members = await fetch(`${server.origin}/groups/group/${open}/members`, {
    redirect: 'manual',
  });
  expect(members.headers.get('location')).toContain('/login');
  const below = ['/members', '/photos', '/videos', '/about', '/feed.xml', '/edit'];
  for (const privacy of ['closed', 'secret']) {
    const id = await addGroup(ada, { privacy, title: `A ${privacy} one` });
    const post = `Words of the ${privacy} one`;
    await act(server, ada, '/advancedactivity/feeds/post', {
      subject_type: 'group',
      subject_id: id,
      body: post,
    });
    await page.open(`/groups/group/${id}/posts`);
    if (privacy === 'secret') {
      expect(page.status).toBe(404);
    } else {
      expect(page.texts('h1')).toEqual(['A closed one']);
      for (const text of ['Closed group', '1 member', 'We swim after dark.', 'to ask to join'])
        expect(page.text).toContain(text);
      expect(page.links('Log in to ask to join')).toHaveLength(1);
      expect(page.html).toMatch(/<meta name="robots" content="noindex/);
      expect(page.html).toContain('og:title');
      for (const hidden of [post, ada.displayname, 'ld+json', `${id}/feed.xml`, `${id}/about`])
        expect(page.html, hidden).not.toContain(hidden);
    }
    await page.open('/groups/browse');
    expect(page.text).not.toContain(`A ${privacy} one`);
    for (const tab of privacy === 'secret' ? ['', ...below] : below) {
      const answer = await fetch(`${server.origin}/groups/group/${id}${tab}`, {
        redirect: 'manual',
      });
      expect([404, 302, 303], `${privacy} ${tab}`).toContain(answer.status);
      expect(await answer.text(), `${privacy} ${tab}`).not.toContain(`A ${privacy} one`);
    }
  }
});

test('posts that a member has not read are marked in the own groups until the group is opened', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await addGroup(ada, { title: 'Early birds' });
  await act(server, bo, `/groups/member/join/${id}`, {});
  await act(server, ada, '/advancedactivity/feeds/post', {
    subject_type: 'group',
    subject_id: id,
    body: 'Good morning',
  });
  const page = new PlainPage(server, bo);
  // A pointer over a link prerenders the screen, which nobody may ever see.
  const prerendered = await fetch(`${server.origin}/groups/group/${id}/posts`, {
    headers: { cookie: bo.cookie, 'sec-purpose': 'prefetch;prerender' },
  });
  const html = await prerendered.text();
  expect(html).toContain('Good morning');
  expect(html).toContain(`data-marks-read="${id}"`);
  await page.open('/groups/my-groups');
  expect(page.texts('strong')).toContain('New posts');
  await page.open(`/groups/group/${id}/posts`);
  expect(page.html).not.toContain('data-marks-read');
  expect(page.text).toContain('Good morning');
  await page.open('/groups/my-groups');
  expect(page.texts('strong')).not.toContain('New posts');
});

const postIn = async (group: number, as: Awaited<ReturnType<typeof memberOf>>, body: string) =>
  act<{ response: { pending_id?: number; feed?: { action_id: number } } }>(
    server,
    as,
    '/advancedactivity/feeds/post',
    { subject_type: 'group', subject_id: group, body },
  );

test('authors see and delete their posts that wait', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const group = await addGroup(ada, { post_policy: 'approval' });
  await act(server, bo, `/groups/member/join/${group}`, {});
  await postIn(group, bo, 'Second words');
  const page = new PlainPage(server, bo);
  await page.open(`/groups/group/${group}/posts`);
  await page.open(page.href('1 post waiting for approval'));
  expect(page.text).toContain('Second words');
  expect(page.buttons('Approve the post by Bo')).toHaveLength(0);
  await page.press('Delete the post by Bo');
  expect(page.text).toContain('Post deleted.');
});

test('an officer announces a post without script, once', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const group = await addGroup(ada);
  const [blocker, silent] = [await memberOf(server, 'Bea'), await memberOf(server, 'Sid')];
  for (const one of [bo, blocker, silent])
    await act(server, one, `/groups/member/join/${group}`, {});
  // Neither of them would be notified, so neither is counted.
  await act(server, blocker, '/block/add', { user_id: ada.id });
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`
    insert into notification_preferences (member_id, type, in_app, email, push)
    values (${silent.id}, 'group_announcement', false, 'off', false)`;
  await sql.end();
  const { response } = await postIn(group, ada, 'We meet at noon');
  const post = response.feed!.action_id;
  const page = new PlainPage(server, ada);
  await page.open(`/posts/${post}/options`);
  await page.open(page.href('Announce Post'));
  expect(page.text).toContain('1 member will be notified');
  await page.press('Announce to 1 member');
  expect(page.text).toContain('This post has already been announced.');
  const his = new PlainPage(server, bo);
  await his.open(`/posts/${post}/options`);
  expect(his.links('Announce Post')).toHaveLength(0);
});

test('officers download the members as CSV: formulas are harmless', async () => {
  const [ada, eve] = [await memberOf(server, 'Ada'), await memberOf(server, '=1+2')];
  const group = await addGroup(ada);
  await act(server, eve, `/groups/member/join/${group}`, {});
  const read = (as: typeof ada) =>
    fetch(`${server.origin}/groups/group/${group}/members.csv`, {
      method: 'POST',
      headers: { cookie: as.cookie },
      redirect: 'manual',
    });
  expect((await read(eve)).status).toBe(404);
  const answer = await read(ada);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const text = await answer.text();
  const lines = text.split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^"Ada[^"]*","http[^"]*\/profile\/\d+","Owner","","\d{4}-\d\d-\d\d"$/);
  expect(lines[2]).toMatch(/^"'=1\+2 /);
  expect(text).not.toContain('@');
  const page = new PlainPage(server, ada);
  await page.open(`/groups/group/${group}/log`);
  expect(page.text).toContain('downloaded the list of members');
});

test('a pinned post is listed once, above newer ones, for members and visitors', async () => {
  const ada = await memberOf(server, 'Ada');
  const id = await addGroup(ada, { title: 'Keepers' });
  const { response } = await postIn(id, ada, 'Read this first');
  await postIn(id, ada, 'A newer one');
  await act(server, ada, '/advancedactivity/update-pinned', {
    action_id: response.feed!.action_id,
  });
  for (const page of [new PlainPage(server, ada), new PlainPage(server)]) {
    await page.open(`/groups/group/${id}/posts`);
    expect(page.text.split('Read this first')).toHaveLength(2);
    expect(page.text.indexOf('Read this first')).toBeLessThan(page.text.indexOf('A newer one'));
  }
});

test('a group with settings of its own keeps them when its owner saves another field', async () => {
  const ada = await memberOf(server, 'Ada');
  const id = await addGroup(ada, { title: 'Members only', auth_view: 'registered' });
  const page = new PlainPage(server, ada);
  await page.open(`/groups/group/${id}/edit`);
  expect(page.text).toContain('They stay as they are until you choose one.');
  page.fill('Location', 'Harbour');
  await page.press('Save');
  expect(page.text).toContain('Your changes were saved.');
  expect(page.value('Location')).toBe('Harbour');
  expect(page.text).toContain('They stay as they are until you choose one.');
});

test('a group without an owner is offered by a moderator and taken over without script', async () => {
  const [ada, bo, mo] = [
    await memberOf(server, 'Ada'),
    await memberOf(server, 'Bo'),
    await memberOf(server, 'Mo'),
  ];
  const id = await addGroup(ada, { title: 'Lost and found' });
  await act(server, bo, `/groups/member/join/${id}`, {});
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'moderator' where id = ${mo.id}`;
  await sql`update memberships set role = 0 where type = 'group' and id = ${id}`;
  await sql`
    update containers set owner_id = null, state = 'archived' where type = 'group' and id = ${id}`;
  await sql.end();
  const [his, moderators] = [new PlainPage(server, bo), new PlainPage(server, mo)];
  await his.open(`/groups/group/${id}/posts`);
  expect(his.text).toContain('This group no longer has an owner');
  await his.press('Volunteer to take it over');
  expect(his.text).toContain('You have volunteered. The moderators of this site will decide.');
  await moderators.open('/admin/reports');
  expect(moderators.text).toContain('1 member volunteers');
  await moderators.open(`/groups/group/${id}/posts`);
  await moderators.press('Offer it to Bo Tester, who volunteers');
  expect(moderators.buttons('Withdraw the offer to Bo Tester')).toHaveLength(1);
  await his.open(`/groups/group/${id}/posts`);
  expect(his.text).toContain('The moderators of this site are offering you this group');
  await his.press('Accept');
  expect(his.text).toContain('You now own this group.');
  expect(his.text).not.toContain('no longer has an owner');
});

test('members order the posts of a group by their latest comments', async () => {
  const owner = await memberOf(server, 'Olga');
  const id = await addGroup(owner);
  const page = new PlainPage(server, owner);
  const wall = { subject_type: 'group', subject_id: id };
  const posted = await act<{ response: { feed: { action_id: number } } }>(
    server,
    owner,
    '/advancedactivity/feeds/post',
    { ...wall, body: 'The water is black.' },
  );
  await page.open(`/groups/group/${id}/posts`);
  await page.follow('Latest comments');
  expect(page.text).toContain('Nobody has commented here yet.');
  await act(server, owner, '/advancedactivity/comment', {
    action_id: posted.response.feed.action_id,
    body: 'And warm.',
  });
  await page.open(`/groups/group/${id}/posts?order=comments`);
  expect(page.text).toContain('The water is black.');
  expect(page.text).toContain('And warm.');
  await page.follow('Newest posts');
  expect(page.path).toBe(`/groups/group/${id}/posts`);
});

test('an invitation link shows the front of a closed group and the name of a secret one', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const page = new PlainPage(server, bo);
  for (const privacy of ['closed', 'secret']) {
    const id = await addGroup(ada, { privacy, title: `Linked ${privacy} one` });
    const { url } = await act<{ url: string }>(server, ada, `/groups/invite-links/${id}`, {});
    await page.open(new URL(url).pathname);
    expect(page.texts('h1')).toEqual([`Join Linked ${privacy} one`]);
    expect(page.text).toContain(`${ada.displayname} invites you by a link.`);
    for (const front of ['1 member', 'We swim after dark.'])
      expect(page.text.includes(front), front).toBe(privacy === 'closed');
  }
});

test('without script joins are one line of the wall, where author and staff delete them', async () => {
  const [ada, bo, cy] = [
    await memberOf(server, 'Ada', 'Quill'),
    await memberOf(server, 'Bo', 'Reed'),
    await memberOf(server, 'Cy', 'Moss'),
  ];
  const id = await addGroup(ada, { title: 'Joiners' });
  await act(server, ada, '/advancedactivity/feeds/post', {
    subject_type: 'group',
    subject_id: id,
    body: 'Welcome here',
  });
  for (const member of [bo, cy]) await act(server, member, `/groups/member/join/${id}`, {});
  const page = new PlainPage(server, ada);
  await page.open(`/groups/group/${id}/posts`);
  expect(page.texts('.joins summary')).toEqual(['Cy Moss and Bo Reed joined']);
  expect(page.texts('main .post-line')).toEqual(['Ada Quill']);
  await page.press('Cy Moss and Bo Reed joined');
  expect(page.links('Delete: Bo Reed joined')).toHaveLength(1);
  expect(page.html).not.toContain('joined the group');
  const his = new PlainPage(server, bo);
  await his.open(`/groups/group/${id}/posts`);
  await his.press('Cy Moss and Bo Reed joined');
  expect(his.links('Delete: Bo Reed joined')).toHaveLength(1);
  expect(his.links('Delete: Cy Moss joined')).toHaveLength(0);
  const visitor = new PlainPage(server);
  await visitor.open(`/groups/group/${id}/posts`);
  expect(visitor.text).toContain('Welcome here');
  expect(visitor.text).not.toContain('Bo Reed');
});

// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, createPage } from '../support/act.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => server.stop());

test('the owner gives and takes a role, edits the page and reads the numbers without script', async () => {
  const [ada, bo, cleo] = [
    await memberOf(server, 'Ada'),
    await memberOf(server, 'Bo'),
    await memberOf(server, 'Cleo'),
  ];
  const id = await createPage(server, ada, { title: 'Mill', category_id: 3, body: 'An old mill.' });
  await act(server, ada, '/user/add', { user_id: cleo.id });
  await act(server, cleo, '/user/confirm', { user_id: ada.id });
  const base = `/pages/page/${id}/dashboard`;
  await act(server, bo, `/sitepage/join/${id}`, {});
  const page = new PlainPage(server, ada);
  await page.open(`${base}/admin/manage`);
  await page.press('Change');
  page.choose('Role', 'Admin');
  await page.press('Save');
  expect(page.text).toContain('Role changed.');
  expect(page.texts('small')).toContain('Admin');
  await page.press('Your title');
  page.fill('Title', 'Miller');
  await page.press('Save');
  expect(page.texts('small')).toContain('Owner · Miller');
  // A friend who does not belong to it yet.
  await page.press('Make a friend an admin');
  await page.press(`Make admin of ${cleo.displayname}`);
  const names = () => page.texts('.container-person a');
  expect(names()).toEqual([ada.displayname, bo.displayname, cleo.displayname]);
  // The staff stands above the others, who have no role, and is found by it.
  await page.press('Change', bo.displayname);
  page.choose('Role', 'Member');
  await page.press('Save');
  expect(names()).toEqual([ada.displayname, cleo.displayname, bo.displayname]);
  page.choose('Filter', 'Admins');
  await page.press('Search');
  expect(names()).toEqual([cleo.displayname]);
  await page.open(`${base}/edit`);
  page.fill('Title', 'Old mill');
  await page.press('Save');
  expect(page.links('Old mill').length).toBeGreaterThan(0);
  await page.open(`${base}/admin/insights`);
  expect(page.html).toMatch(/role="img"[^>]*aria-label="Members: 3 in all/);
  expect(page.text).toContain('Each member counts as one viewer a day.');
  await page.open(`${base}/admin/insights?chunk=week`);
  expect(page.text).toContain('Daily viewers are the viewers of each day added up');
  expect(page.html).toMatch(/<figcaption>\s*Daily viewers <strong>0/);
  const partStatuses = async () => {
    const statuses: number[] = [];
    const readers: Array<Record<string, string>> = [{}, { cookie: ada.cookie }];
    for (const part of ['reviews', 'photos', 'videos'])
      for (const headers of readers) {
        const address = `${server.origin}/pages/page/${id}/${part}`;
        statuses.push((await fetch(address, { headers })).status);
      }
    return statuses;
  };
  expect(await partStatuses()).toEqual(Array(6).fill(200));
  await page.open(`${base}/admin/apps`);
  for (const part of ['Reviews', 'Photos', 'Videos']) await page.press(`Hide ${part}`);
  expect(page.buttons('Show Reviews')).toHaveLength(1);
  expect(await partStatuses()).toEqual(Array(6).fill(404));
  await page.open('/home');
  // Left as names, right as cards.
  expect(page.html.split('>Trending pages</a>')).toHaveLength(3);
  expect(page.html).toMatch(/<bdi>Old mill<\/bdi>\s*<small>3 members<\/small>/);
});

test('an admin reads the numbers of the page until the role is taken', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await createPage(server, ada, {
    title: 'Ferry',
    category_id: 3,
    body: 'An old ferry.',
  });
  const path = `/pages/page/${id}`;
  await act(server, bo, `/sitepage/join/${id}`, {});
  await act(server, bo, '/advancedactivity/feeds/post', {
    body: 'Ahoy',
    subject_type: 'sitepage_page',
    subject_id: id,
  });
  await act(server, bo, `/sitepage/reviews/create/${id}`, {
    rating: 4,
    title: 'Friendly',
    body: 'They took me across.',
  });
  const changeRole = (role: string) =>
    act(server, ada, `/sitepage/changerole/${id}`, { member_id: bo.id, role });
  await changeRole('admin');
  const page = new PlainPage(server, bo);
  await page.open(`${path}/dashboard/admin/insights`);
  expect(page.html).toMatch(/role="img"[^>]*aria-label="Reviews: 1 in all/);
  expect(page.html).toMatch(/role="img"[^>]*aria-label="Posts: 1 in all/);
  await changeRole('member');
  await page.open(`${path}/dashboard/admin/insights`);
  expect(page.status).toBe(404);
  await page.open(path);
  expect(page.links('Dashboard')).toEqual([]);
});

test('admins download the members and the numbers as CSV, which the log names', async () => {
  const [ada, eve] = [await memberOf(server, 'Ada'), await memberOf(server, '=1+2')];
  const id = await createPage(server, ada, {
    title: 'Quarry',
    category_id: 3,
    body: 'An old quarry.',
  });
  const path = `/pages/page/${id}`;
  await act(server, eve, `/sitepage/join/${id}`, {});
  const download = async (as: typeof ada, file: string) => {
    const answer = await fetch(`${server.origin}${path}/${file}`, {
      method: 'POST',
      headers: { cookie: as.cookie },
      redirect: 'manual',
    });
    return { status: answer.status, text: await answer.text() };
  };
  const page = new PlainPage(server, ada);
  const files = {
    'members.csv': ['members', 'Download the list', 'downloaded the list of members'],
    'dashboard/admin/reports.csv': [
      'dashboard/admin/reports',
      'Download as CSV',
      'downloaded the statistics',
    ],
  } as const;
  for (const [file, [screen, label, entry]] of Object.entries(files)) {
    expect((await download(eve, file)).status).toBe(404);
    await page.open(`${path}/${screen}`);
    expect(page.buttons(label)).toHaveLength(1);
    const { status, text } = await download(ada, file);
    expect(status).toBe(200);
    expect(text).not.toContain('@');
    if (file === 'members.csv') expect(text.split('\r\n')[2]).toMatch(/^"'=1\+2 /);
    await page.open(`${path}/dashboard/admin/log`);
    expect(page.text.split(entry)).toHaveLength(2);
  }
});

test('posts wait for the staff, and people write to the owner and recommend the page, without script', async () => {
  const [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
  const id = await createPage(server, ada, { title: 'Baths', category_id: 3, body: 'Old baths.' });
  const path = `/pages/page/${id}`;
  await act(server, bo, `/sitepage/join/${id}`, {});
  const hers = new PlainPage(server, ada);
  await hers.open(`${path}/dashboard/edit`);
  hers.choose('Who can post', 'Members, after approval');
  await hers.press('Save');
  const write = (body: string) =>
    act(server, bo, '/advancedactivity/feeds/post', {
      body,
      subject_type: 'sitepage_page',
      subject_id: id,
    });
  await write('Warm water!');
  await hers.open(`${path}/dashboard/admin/posts`);
  expect(hers.text).toContain('Warm water!');
  await hers.press('Approve');
  expect(hers.text).toContain('Post approved.');
  await write('Cold water!');
  await hers.open(`${path}/dashboard/admin/posts`);
  await hers.press('Reject');
  expect(hers.text).toContain('No posts are waiting for approval.');
  await hers.open(`${path}/dashboard/admin/notifications`);
  hers.choose('Also by e-mail', 'No');
  hers.check('Somebody likes the page', false);
  await hers.press('Save');
  expect(hers.value('Also by e-mail')).toBe('0');
  expect(hers.isChecked('Somebody likes the page')).toBe(false);

  const his = new PlainPage(server, bo);
  await his.open(path);
  expect(his.text).toContain('Warm water!');
  expect(his.text).not.toContain('Cold water!');
  await his.press('More actions');
  expect(his.href('Write to the owner')).toBe(`${path}/message`);
  await his.open(`${path}/recommend`);
  expect(his.value('To')).toBe('');
  // Neither screen exists for others.
  for (const part of ['posts', 'notifications']) {
    await his.open(`${path}/dashboard/admin/${part}`);
    expect(his.text).not.toContain('Pending posts');
  }
});

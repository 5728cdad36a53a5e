import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { expectNoProblems, launchBrowser } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openWindowAs } from '../support/signed-in.ts';
import { moveServerClock, runJob } from '../support/test-clock.ts';

let server: TestServer;
let browser: Browser;
let ada: ApiMember;
let bo: ApiMember;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({}, { isTestBuild: true }), launchBrowser()]);
  [ada, bo] = [await memberOf(server, 'Ada', 'Quill'), await memberOf(server, 'Bo', 'Reed')];
  await act(server, ada, '/user/add', { user_id: bo.id });
  await act(server, bo, '/user/confirm', { user_id: ada.id });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const hour = 3_600;
/** As fields of forms have it, in UTC. */
const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 16);

test('a friend is invited, comes, reads of the new time, and is reminded of it', async () => {
  const start = 120 * hour;
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    ada,
    '/events/create',
    {
      title: 'Owl walk',
      description: 'We listen.',
      starttime: `${at(start)}:00`,
      endtime: `${at(start + 2 * hour)}:00`,
      timezone: 'UTC',
    },
  );
  const path = `/events/event/${response.event_id}`;
  const adas = new PlainPage(server, ada);
  const bos = await openWindowAs(browser, bo, { origin: server.origin, screen: 'phone' });
  const notices = async (text: string) => {
    await bos.page.goto('/notifications');
    await bos.page.getByText(text).first().waitFor();
  };

  await adas.open(`${path}/invite`);
  adas.check('Invite Bo Reed');
  await adas.press('Invite selected');
  expect(adas.text).toContain('1 invitation sent.');

  await notices('invited you to an event');
  await bos.page.getByText('invited you to an event').first().click();
  await bos.page.waitForURL(`**${path}*`);
  await bos.page.getByRole('button', { name: 'Going', exact: true }).click();
  await bos.page.getByRole('button', { name: 'Going', exact: true, pressed: true }).waitFor();
  expect(
    await bos.page.locator('#answer').evaluate((form) => form === document.activeElement),
  ).toBe(true);

  await adas.open(`${path}/edit`);
  adas.fill('Start', at(start - 3 * hour));
  await adas.press('Save');
  expect(adas.text).toContain('Your changes were saved.');

  await notices('has a new time or place');
  await bos.page.goto(path);
  await bos.page.getByText('Moved. It was planned for').waitFor();

  await moveServerClock(server, start - 3 * hour - 20 * hour);
  await runJob(server, 'event-reminders');
  await notices('starts soon');
  expectNoProblems(bos);
  await bos.context.close();
});

import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { expectNoProblems } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { ada, bo, openAs, server } from '../support/stage.ts';
import { fitsWidth } from '../support/width.ts';

async function addEvent(fields = {}): Promise<number> {
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    ada,
    '/events/create',
    {
      title: 'Lantern walk',
      description: 'We walk after dark.',
      starttime: '2098-05-01 20:00:00',
      endtime: '2098-05-01 22:00:00',
      ...fields,
    },
  );
  return response.event_id;
}

/** Presses one of the buttons, and says which one is chosen then. */
async function answer(page: Page, name: string, chosen = name) {
  const form = page.getByRole('form', { name: /^(Your answer|Are you coming\?)$/ });
  await form.getByRole('button', { name, exact: true }).click();
  await form.getByRole('button', { name: chosen, exact: true, pressed: true }).waitFor();
  return form.getByRole('button', { pressed: true }).allTextContents();
}

test('an event is created on a phone', async () => {
  const visit = await openAs(ada, '/events/create', { screen: 'phone' });
  const { page } = visit;
  expect(await fitsWidth(page)).toBe(true);
  await page.getByLabel('Title').fill('Moth night');
  await page.getByLabel('Description').fill('We count moths.');
  await page.getByLabel('Start').fill('2098-07-01T22:00');
  await page.getByLabel('End', { exact: true }).fill('2098-07-02T01:00');
  await page.getByText('Repeats, who can see it').click();
  const every = page.getByLabel('Every', { exact: true });
  await page.getByLabel('Repeats', { exact: true }).waitFor();
  expect(await every.isVisible()).toBe(false);
  await page.getByLabel('Repeats', { exact: true }).selectOption('weekly');
  expect(await every.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Create event' }).click();
  await page.waitForURL(/\/events\/event\/\d+/);
  await page.getByRole('heading', { level: 1, name: 'Moth night' }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  expectNoProblems(visit);
  await visit.context.close();
});

test('an answer shows as chosen and counts, and a waiting guest gets the free seat', async () => {
  const id = await addEvent({ capacity: 2, waiting_list: 1 });
  const path = `/events/event/${id}`;
  const cy = await memberOf(server, 'Cy', 'Marsh');
  const [bos, cys] = [await openAs(bo, path), await openAs(cy, path, { screen: 'phone' })];
  expect(await answer(bos.page, 'Going')).toEqual(['Going']);
  await bos.page.getByText('2 going').first().waitFor();
  await answer(cys.page, 'Going', 'Waiting');
  await cys.page.getByText('number 1').first().waitFor();
  expect(await fitsWidth(cys.page)).toBe(true);
  expect(await answer(bos.page, 'Not going')).toEqual(['Not going']);
  await cys.page.reload();
  await cys.page.getByText('2 going').first().waitFor();
  expect(await cys.page.getByText('number 1').count()).toBe(0);
  for (const visit of [bos, cys]) {
    expectNoProblems(visit);
    await visit.context.close();
  }
});

test('a series is changed from its third date on', async () => {
  const first = await addEvent({ title: 'Choir', repeats: 'weekly', repeats_count: 4 });
  const visit = await openAs(ada, `/events/event/${first}`);
  const { page } = visit;
  await page.goto(`/events/event/${first + 2}/edit`);
  await page
    .getByLabel('Change', { exact: true })
    .selectOption({ label: 'This and all following dates' });
  await page.getByLabel('Title').fill('Chamber choir');
  await page.getByRole('button', { name: 'Save' }).click();
  const titles: string[] = [];
  for (const id of [0, 1, 2, 3].map((next) => first + next)) {
    await page.goto(`/events/event/${id}`);
    titles.push(await page.getByRole('heading', { level: 1 }).innerText());
  }
  expect(titles).toEqual(['Choir', 'Choir', 'Chamber choir', 'Chamber choir']);
  expectNoProblems(visit);
  await visit.context.close();
});

// @module-tag rights
import { beforeEach, expect, test } from 'vitest';
import { readFeedPage } from '#domains/posts/posts.calls.ts';
import { expectAccessible } from '../support/islands/axe.ts';
import {
  befriend,
  commands,
  composerOf,
  freshText,
  intercept,
  mount,
  mountHome,
  page,
  refusal,
  waitForToast,
  type ApiMember,
} from '../support/islands/island.tsx';

const postCall = '/advancedactivity/feeds/post';
// New for each test: drafts belong to a member.
let ada: ApiMember;

beforeEach(async () => {
  ada = await commands.newMember('Ada', 'Quill');
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = page.getByLabel('What is on your mind?');
const composer = page.getByRole('region', { name: 'Create a post' });
const firstPost = page.getByRole('article').first();
const dialog = page.getByRole('dialog');

async function post() {
  await button('Post').click();
  await waitForToast('Post Created');
  await expect.poll(() => button('Post').isEnabled()).toBe(true);
}

test('a post for oneself alone shows that, and nobody else gets it', async () => {
  await mountHome(ada);
  await field.fill(freshText('Dear diary'));
  await page.getByLabel('Who can see this post').selectOption('Only Me');
  await post();
  await firstPost.getByRole('img', { name: 'Only me', exact: true }).waitFor();
  const id = Number(await page.css('[data-post]').first().getAttribute('data-post'));
  await commands.signIn(await commands.newMember('Bo', 'Reed'));
  await expect(readFeedPage({ action_id: id })).rejects.toMatchObject({ status: 404 });
});

test('an empty post is refused without being sent', async () => {
  await mountHome(ada);
  await field.fill('  \n ');
  await button('Post').click();
  await waitForToast('Post cannot be empty');
  expect((await commands.sentCalls()).filter(({ path }) => path === postCall)).toEqual([]);
});

test('no more than 1000 characters can be typed', async () => {
  await mountHome(ada);
  await field.fill('x'.repeat(998));
  await field.press('End');
  await page.keyboard.type('yyyy');
  await page.getByText('1000/1000').waitFor();
  expect((await field.inputValue()).length).toBe(1000);
});

test('a refused post shows the reason and keeps the text', async () => {
  await mountHome(ada);
  await intercept(postCall, refusal('Too often.', 429, 'too_many_requests'));
  await field.fill('Again and again');
  await button('Post').click();
  await waitForToast('Too often. Your draft is kept.');
  expect(await field.inputValue()).toBe('Again and again');
});

test.each([
  ['desktop', 1440, 900],
  ['phone', 390, 844],
])(
  'every dialog opens from its button, closes with Escape, gives the focus back and is accessible (%s)',
  async (_, width, height) => {
    await page.setViewportSize({ width, height });
    await mountHome(ada);
    await button('Add Photo').waitFor();
    await expectAccessible('the box', '.composer');
    for (const name of [
      'Add Photo',
      'Add Videos',
      'Tag A Friend',
      'Feelings / Activities',
      'Add Link',
      'Schedule post',
    ]) {
      await button(name).click();
      await dialog.getByRole('heading', { name }).waitFor();
      await expectAccessible(name, 'dialog[open]');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(document.activeElement?.getAttribute('aria-label')).toBe(name);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  },
);

test('a feeling is found by searching, with the keyboard alone, and appears on the post', async () => {
  await mountHome(ada);
  await button('Feelings / Activities').click();
  // Loaded with its first opening; until then the keys go elsewhere.
  await page.waitForFunction(() => document.activeElement?.matches('dialog input[type=search]'));
  await page.keyboard.type('nosuchfeeling');
  await dialog.getByText('No results!').waitFor();
  for (let letter = 0; letter < 13; letter += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('coffee');
  await dialog.getByRole('button', { name: 'drinking coffee' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await composer.getByText('drinking coffee').waitFor();
  // Another one replaces it: by its kind now.
  await button('Feelings / Activities').click();
  await dialog.getByRole('button', { name: 'celebrating' }).click();
  await dialog.getByRole('heading', { name: 'What are you celebrating?' }).waitFor();
  await dialog.getByRole('button', { name: 'Easter' }).click();
  await composer.getByText('celebrating Easter').waitFor();
  expect(await composer.getByText('drinking coffee').count()).toBe(0);
  await field.fill(freshText('Eggs everywhere'));
  await post();
  await expect.poll(() => firstPost.innerText()).toContain('is celebrating Easter');
  await expect.poll(() => composer.getByText('celebrating Easter').count()).toBe(0);
});

test('the card of a link in the text can be removed, and the link stays text', async () => {
  await mountHome(ada);
  await field.fill('Look at https://unreachable.invalid/page');
  await button('Remove the link').click();
  await expect.poll(() => composer.css('.draft-link').count()).toBe(0);
  await post();
  await firstPost.getByRole('link', { name: 'https://unreachable.invalid/page' }).waitFor();
  expect(await firstPost.css('.attachments').count()).toBe(0);
});

test('whoever has no friends to tag reads how to find some', async () => {
  await mountHome(ada);
  await button('Tag A Friend').click();
  await dialog.getByText('You can tag friends, and you have none here yet.').waitFor();
  await dialog.getByRole('link', { name: 'Find people' }).waitFor();
});

test('friends are tagged by searching, strangers are not found, and a tag can be removed', async () => {
  const bo = await commands.newMember('Bo', 'Reed');
  await commands.newMember('Bonnie', 'Stranger');
  await befriend(ada, bo);
  await mountHome(ada);
  await button('Tag A Friend').click();
  const search = page.getByRole('combobox', { name: 'Search friends' });
  await expect.poll(() => search.evaluate((one) => one === document.activeElement)).toBe(true);
  await search.fill('bonnie');
  await dialog.getByText('No results!').waitFor();
  await search.fill('bo');
  await page.getByRole('option', { name: 'Bo Reed' }).waitFor();
  expect(await page.getByRole('option').filter({ hasText: 'Bonnie' }).count()).toBe(0);
  await search.press('Enter');
  const chosen = page.css('[role=option][aria-selected=true]');
  await chosen.waitFor();
  await dialog.getByRole('button', { name: 'Remove Bo Reed' }).click();
  await expect.poll(() => chosen.count()).toBe(0);
  await page.getByRole('option', { name: 'Bo Reed' }).click();
  await button('Done').click();
  await composer.getByText('Bo Reed').waitFor();
  await field.fill(freshText('By the river'));
  await post();
  await expect.poll(() => firstPost.innerText()).toContain('Bo Reed');
});

test('only a fitting link can be added', async () => {
  await mountHome(ada);
  await button('Add Link').click();
  const address = page.getByLabel('Address');
  const add = button('Add');
  await address.waitFor();
  expect(await add.isDisabled()).toBe(true);
  for (const wrong of ['example.org', 'https://example.org/a b', 'javascript:alert(1)']) {
    await address.fill(wrong);
    await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => add.isDisabled()).toBe(true);
  }
  await address.fill('ftp://files.example/list');
  await expect.poll(() => address.getAttribute('aria-invalid')).toBeNull();
  await address.press('Enter');
  await composer.getByText('ftp://files.example/list').waitFor();
  await post();
  await firstPost.css('a[href="ftp://files.example/list"]').waitFor();
});

test('a link in the text is added by itself', async () => {
  await mountHome(ada);
  await field.fill('Look at https://unreachable.invalid/page');
  await composer.css('.draft-link').getByText('unreachable.invalid').first().waitFor();
  await post();
  await firstPost.css('.attachments a[href="https://unreachable.invalid/page"]').waitFor();
});

test('a post for later waits in its list, can be changed and dropped', async () => {
  await mountHome(ada);
  const text = freshText('Good morning');
  await field.fill(text);
  await button('Schedule post').click();
  const day = page.getByLabel('Day');
  const [least, most] = [await day.getAttribute('min'), await day.getAttribute('max')];
  expect(Number(most!.slice(0, 4)) - Number(least!.slice(0, 4))).toBeLessThanOrEqual(1);
  expect(await page.getByLabel('Minute').css('option').count()).toBeLessThanOrEqual(13);
  await day.fill(new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10));
  await page.getByLabel('Hour').selectOption('8 AM');
  await page.getByLabel('Minute').selectOption('35');
  await button('Schedule').click();
  await button('Post').click();
  await waitForToast(/It will be published .* at 8:35 AM\./);
  expect(await page.getByRole('article').filter({ hasText: text }).count()).toBe(0);
  await expect.poll(() => composer.css('.chip').count()).toBe(0);

  await button('Schedule post').click();
  await button('See scheduled posts').click();
  await dialog.getByText(text).waitFor();
  await expectAccessible('scheduled posts', 'dialog[open]');
  await dialog.getByRole('button', { name: /^Edit the post/ }).click();
  await dialog.getByLabel('Text').fill(`${text}, all`);
  await dialog.getByLabel('Hour').selectOption('9 AM');
  await button('Save').click();
  await dialog.getByText(`${text}, all`).waitFor();
  await dialog.getByText(/at 9:35 AM/).waitFor();
  await dialog.getByRole('button', { name: /^Cancel the post/ }).click();
  await button('Cancel post').click();
  await dialog.getByText('Nothing is scheduled.').waitFor();
});

// Just after midnight there it is the day before in London, and just before midnight the day after.
test.each([
  ['Pacific/Auckland', '12 AM', '00:35'],
  ['Pacific/Honolulu', '11 PM', '23:35'],
])(
  'in %s a post for later is for the time on the wall there, wherever the device is',
  async (timeZone, hour, clock) => {
    await commands.signIn(ada);
    mount(composerOf(ada, timeZone));
    const there = (time: Date, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(time);
    const inThreeDays = new Date(Date.now() + 3 * 86_400_000);
    const [month, day, year] = there(inThreeDays, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }).split('/');
    const text = freshText('Sunrise');
    await field.fill(text);
    await button('Schedule post').click();
    await page.getByText(`In your time zone, ${timeZone}.`).waitFor();
    await page.getByLabel('Day').fill(`${year}-${month}-${day}`);
    await page.getByLabel('Hour').selectOption(hour);
    await page.getByLabel('Minute').selectOption('35');
    await button('Schedule').click();
    await button('Post').click();
    const sent = async () => (await commands.sentCalls()).find(({ path }) => path === postCall);
    await expect.poll(sent).toBeTruthy();
    const { body } = (await sent())!;
    const wire =
      /name="schedule_time"\r\n\r\n([^\r]+)/.exec(body)?.[1] ??
      new URLSearchParams(body).get('schedule_time')!;
    const [, wall, offset] = /^(.*) ([+-]\d{2}:\d{2})$/.exec(wire)!;
    expect(wall).toBe(`${month}/${day}/${year} ${clock}:00`);
    const due = new Date(`${year}-${month}-${day}T${clock}:00${offset}`);
    expect(there(due, { timeZoneName: 'longOffset' })).toContain(`GMT${offset}`);
    expect(due.toISOString().slice(8, 10)).not.toBe(day);
    const label = `${there(due, { month: 'short', day: 'numeric' })} at ${hour.replace(' ', ':35 ')}`;
    await waitForToast(`It will be published ${label}.`);
    await button('Schedule post').click();
    await button('See scheduled posts').click();
    const row = dialog.css('.scheduled-row').filter({ hasText: text });
    await row.getByText(label, { exact: true }).waitFor();
  },
);

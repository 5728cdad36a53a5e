import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { writePost } from '../support/act.ts';
import { expectNoFaults } from '../support/axe.ts';
import { expectNoProblems, waitForPictures } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import {
  announcement,
  befriend,
  browser,
  done,
  fixture,
  openAs,
  player,
  server,
  storyOf,
  strip,
} from '../support/story-stage.ts';
import { fitsWidth } from '../support/width.ts';

test('a tray of many: keys and buttons scroll it, more loads at its end; the player steps through it, reports and holds', async () => {
  const dee = await memberOf(server, 'Dee', 'Fox');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`
    with people as (
      insert into members (
        status, email, username, first_name, last_name, displayname, password_hash
      )
      select 'active', 'strip' || n || '@hearth.example', 'strip' || n, 'Strip', n::text,
        'Strip ' || n, 'none'
      from generate_series(1, 300) n
      returning id
    ),
      friends as (
        insert into friendships (member_id, friend_id)
        select ${dee.id}::bigint, id
        from people
        union all
        select id, ${dee.id}::bigint
        from people
      ),
      files as (
        insert into media (
          owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
          placeholder
        )
        select id, 'photo', md5(id::text), 'image/webp', 1, 900, 1600, '{480}', ''
        from people
        returning id, owner_id
      )
    insert into stories (owner_id, media_id, audience)
    select owner_id, id, 'friends'
    from files
    order by id`;
  await sql.end();
  const visit = await openAs(dee, '/home');
  const { page } = visit;
  const links = strip(page).getByRole('link');
  expect(await links.count()).toBe(29);
  expect(await fitsWidth(page)).toBe(true);
  await strip(page).getByRole('button', { name: 'Further in the row' }).click();
  await strip(page).getByRole('button', { name: 'Earlier in the row' }).waitFor();
  await strip(page).getByRole('button', { name: 'Add story' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => links.first().evaluate((link) => link === document.activeElement))
    .toBe(true);
  await page.keyboard.press('End');
  await expect.poll(() => links.count()).toBeGreaterThan(29);
  const row = strip(page).locator('.story-row');
  await page.keyboard.press('Home');
  await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBe(0);
  await row.hover();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expectNoFaults(page, 'strip', { within: '.story-tray', beyond: 'everything' });

  // Without a connection the player cannot load; the screen stays and says so.
  await visit.context.setOffline(true);
  await strip(page)
    .getByRole('link', { name: /^Story of Strip 300\b/ })
    .click();
  await page
    .locator('.announcer')
    .filter({ hasText: 'This could not be loaded. Please check your connection and try again.' })
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/home');
  await visit.context.setOffline(false);
  await strip(page)
    .getByRole('link', { name: /^Story of Strip 300\b/ })
    .click();
  const shown = player(page);
  await shown.waitFor();
  await expect.poll(() => announcement(shown).textContent()).toContain('Story by Strip 300');
  // The element focused before the player opened was removed: the dialog has the focus. The
  // members' files never existed.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.matches('.story-dialog')))
    .toBe(true);
  await shown.getByText('This photo could not be loaded.').waitFor();
  await shown.getByRole('button', { name: 'Next person: Strip 299' }).click();
  await expect.poll(() => announcement(shown).textContent()).toContain('Story by Strip 299');
  // Without a connection it says so, and tries again.
  await page.route('**/advancedactivity/story/view/*', (route) => route.abort());
  await page.keyboard.press('Shift+ArrowLeft');
  await shown.getByText('This could not be loaded.').waitFor();
  await page.unroute('**/advancedactivity/story/view/*');
  await shown.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => announcement(shown).textContent()).toContain('Story by Strip 300');
  // Held, it pauses; released, it continues.
  const tap = shown.getByRole('button', { name: 'Next story' });
  await tap.hover();
  await page.mouse.down();
  await shown.locator('.story-card-held').waitFor();
  const goesOn = async () => {
    const before = await done(shown);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    return (await done(shown)) !== before;
  };
  // The clock pauses shortly after the state is shown.
  await expect.poll(goesOn).toBe(false);
  const at = await done(shown);
  await page.mouse.up();
  await shown.locator('.story-card-held').waitFor({ state: 'detached' });
  await expect.poll(() => done(shown)).not.toBe(at);
  // It does not advance while the tab is hidden either.
  const hide = (isHidden: boolean) =>
    page.evaluate(async (hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    }, isHidden);
  await hide(true);
  const hiddenAt = await done(shown);
  expect(await goesOn()).toBe(false);
  await hide(false);
  await expect.poll(() => done(shown)).not.toBe(hiddenAt);
  await shown.getByRole('button', { name: 'More' }).click();
  await shown.getByRole('button', { name: 'Report story' }).click();
  const report = page.getByRole('dialog', { name: 'Report story' });
  await report.getByLabel('Description').fill('This is an advert');
  await report.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Report successful!').first().waitFor();
  await shown.getByRole('button', { name: 'More' }).click();
  await shown.getByRole('button', { name: 'Mute stories of Strip 300' }).click();
  await page.getByText('Stories of Strip 300 are muted').first().waitFor();
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  await expect
    .poll(() => links.first().locator('.story-name').textContent())
    .toBe('Story of Strip 300, 1 item, muted');
  await visit.context.close();
  // On a phone the row scrolls, not the page.
  const phone = await openAs(dee, '/home', { screen: 'phone' });
  expect(await fitsWidth(phone.page)).toBe(true);
  await phone.context.close();
});

test('on a phone: a swipe leads to the next person, down closes; the profile shows active stories', async () => {
  const [eve, fay, gus] = [
    await memberOf(server, 'Eve', 'Lane'),
    await memberOf(server, 'Fay', 'Hill'),
    await memberOf(server, 'Gus', 'Park'),
  ];
  for (const friend of [fay, gus]) {
    await befriend(eve, friend);
    await createStory(friend, 'portrait.jpg', `Hello from ${friend.displayname}`);
  }
  const visit = await openAs(eve, '/home', { screen: 'phone', colorScheme: 'dark' });
  const { page } = visit;
  await storyOf(page, 'Gus').tap();
  const shown = player(page);
  await shown.waitFor();
  await expect.poll(() => announcement(shown).textContent()).toContain('Gus Park');
  // A tap on the caption advances the story instead of pausing it for a reply.
  const words = (await shown.locator('.story-caption').boundingBox())!;
  await page.touchscreen.tap(words.x + words.width / 2, words.y + words.height / 2);
  const pressedAt = await done(shown);
  await expect.poll(() => done(shown)).not.toBe(pressedAt);
  const client = await visit.context.newCDPSession(page);
  const swipe = async (from: [number, number], to: [number, number]) => {
    const points = (part: number) => [
      { x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part },
    ];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) });
    for (const part of [0.3, 0.6, 1])
      await client.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: points(part),
      });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe([330, 400], [90, 410]);
  await expect.poll(() => announcement(shown).textContent()).toContain('Fay Hill');
  await swipe([200, 250], [205, 560]);
  await shown.waitFor({ state: 'detached' });
  await page.goto(`/profile/${gus.id}/stories`);
  await waitForHydration(visit);
  await page.getByRole('list', { name: 'Stories of Gus Park' }).getByRole('link').tap();
  await expect.poll(() => announcement(shown).textContent()).toContain('Hello from Gus Park');
  await page.goBack();
  await shown.waitFor({ state: 'detached' });
  // Reloaded it is a page: Back still leads to the screen before it, and Forward, reloaded there,
  // to the player.
  await page.goForward();
  await shown.waitFor();
  await page.reload();
  await page.getByRole('main').locator('.story-player').waitFor();
  await page.goBack();
  await page.getByRole('list', { name: 'Stories of Gus Park' }).waitFor();
  await page.goForward();
  await page.locator('.story-player').waitFor();
  await page.goto(`/profile/${eve.id}/stories`);
  await page.getByText('No stories at the moment. Each one is seen for 24 hours.').waitFor();
  // Own stories appear once created and disappear once deleted.
  await waitForHydration(visit);
  await page.getByRole('button', { name: 'Add story' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Add story' });
  await dialog.locator('.file-drop-input').setInputFiles(fixture('square.jpg'));
  await dialog.getByRole('button', { name: 'Share story' }).tap();
  await page.getByRole('list', { name: 'Stories of Eve Lane' }).getByRole('link').tap();
  await announcement(shown).waitFor({ state: 'attached' });
  await waitForPictures(visit);
  await shown.getByRole('button', { name: 'More' }).tap();
  await shown.getByRole('button', { name: 'Delete story' }).tap();
  await page
    .getByRole('dialog', { name: 'Delete story' })
    .getByRole('button', { name: 'Delete story' })
    .tap();
  await shown.waitFor({ state: 'detached' });
  await page.getByText('No stories at the moment. Each one is seen for 24 hours.').waitFor();
  expectNoProblems(visit);
  await visit.context.close();
});

async function send(
  member: ApiMember,
  method: string,
  path: string,
  body?: FormData,
): Promise<{ body: { response: Array<{ story_id: number }> } }> {
  return (
    await fetch(`${server.origin}/api/rest/advancedactivity${path}`, {
      method,
      headers: member.headers,
      ...(body ? { body } : {}),
    })
  ).json() as never;
}
async function createStory(member: ApiMember, name = 'square.jpg', caption = ''): Promise<number> {
  const form = new FormData();
  form.append('filedata', new File([readFileSync(fixture(name))], name));
  if (caption) form.append('description', caption);
  return (await send(member, 'POST', '/stories/create', form)).body.response[0]!.story_id;
}

test('an open screen updates: a story is added, another one, one is deleted; and it disappears when it expires', async () => {
  const [hal, ivy, jo] = [
    await memberOf(server, 'Hal', 'Stone'),
    await memberOf(server, 'Ivy', 'Wells'),
    await memberOf(server, 'Jo', 'Marsh'),
  ];
  for (const friend of [hal, jo]) await befriend(friend, ivy);
  await createStory(jo);
  const written = await writePost(server, jo, 'The last word');
  const visit = await openWindowAs(browser, ivy, { origin: server.origin });
  const { page } = visit;
  const stream = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live');
  await page.goto('/home');
  await waitForHydration(visit);
  await stream;
  const name = storyOf(page, 'Hal').locator('.story-name');
  const first = await createStory(hal);
  await expect.poll(() => name.textContent()).toBe('Story of Hal Stone, 1 item, new');
  const second = await createStory(hal);
  await expect.poll(() => name.textContent()).toBe('Story of Hal Stone, 2 items, new');
  await storyOf(page, 'Hal').click();
  const shown = player(page);
  await shown.getByRole('button', { name: 'Pause' }).click();
  // A shown story continues, or ends with the last of its owner's.
  await expect.poll(() => announcement(shown).textContent()).toContain('of 2 by Hal Stone');
  await send(hal, 'DELETE', `/story/delete/${first}`);
  await expect.poll(() => announcement(shown).textContent()).toContain('Story by Hal Stone');
  await send(hal, 'DELETE', `/story/delete/${second}`);
  await shown.getByText('This story has ended.').waitFor();
  await shown.getByRole('button', { name: 'Close' }).click();
  await shown.waitFor({ state: 'detached' });
  // A blocked member disappears at once.
  await storyOf(page, 'Jo').waitFor();
  await page
    .locator(`[data-post="${written}"]`)
    .getByRole('button', { name: 'Post options' })
    .click();
  await page.getByRole('button', { name: 'Block User' }).click();
  await page.getByRole('button', { name: 'Block user', exact: true }).click();
  await strip(page).getByText('Share a photo or a video').waitFor();
  await visit.context.close();

  // Also before the tray is hydrated.
  await createStory(hal);
  const later = await openWindowAs(browser, ivy, { origin: server.origin });
  await later.page.clock.install();
  await later.page.goto('/home');
  await storyOf(later.page, 'Hal').waitFor();
  await later.page.clock.fastForward('23:59:00');
  expect(await storyOf(later.page, 'Hal').count()).toBe(1);
  await later.page.clock.fastForward('01:10');
  await storyOf(later.page, 'Hal').waitFor({ state: 'detached' });
  await later.context.close();
});

import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, createGroup, createPage, writePost } from '../support/act.ts';
import { launchBrowser, openWindow, type Visit } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs } from '../support/signed-in.ts';

/**
 * Kilobytes a cheap phone downloads before a page is usable, as transferred and without images.
 * Raise one only with a reason in the commit.
 */
const budgets = [
  { who: 'visitor', path: 'post', script: 0, styles: 8, page: 7 },
  { who: 'visitor', path: 'profile', script: 0, styles: 9.2, page: 12 },
  { who: 'visitor', path: 'videos', script: 0, styles: 7.2, page: 5 },
  { who: 'visitor', path: 'albums', script: 0, styles: 7.2, page: 5 },
  { who: 'visitor', path: 'group', script: 0, styles: 11, page: 8 },
  { who: 'visitor', path: 'sitepage', script: 0, styles: 11, page: 8 },
  { who: 'visitor', path: '/', script: 0, styles: 8, page: 7 },
  { who: 'member', path: 'post', script: 109, styles: 14, page: 7 },
  { who: 'member', path: '/home', script: 131, styles: 18, page: 9 },
] as const;

let server: SharedServer;
let browser: Browser;
let ada: ApiMember;
let post: string;
let group: number;
let sitepage: number;
/** Sizes are those of the files, whether fetched or kept. */
let visits: { visitor: Visit; member: Visit };

beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  ada = await memberOf(server, 'Ada', 'Quill');
  for (let number = 1; number <= 20; number += 1)
    post = `/posts/${await writePost(server, ada, `Post ${number}: the first tomatoes of the year are ripe!`)}`;
  const about = 'We grow what the street eats. '.repeat(8);
  group = await createGroup(server, ada, {
    title: 'Gardeners',
    category_id: 13,
    description: about,
    rules: 'Nobody waters at noon.',
  });
  sitepage = await createPage(server, ada, { title: 'Market hall', category_id: 4, body: about });
  for (const [subject_type, subject_id] of [
    ['group', group],
    ['sitepage_page', sitepage],
  ] as const)
    for (let number = 1; number <= 10; number += 1)
      await act(server, ada, '/advancedactivity/feeds/post', {
        subject_type,
        subject_id,
        body: `Post ${number}: the first tomatoes of the year are ripe!`,
      });
  visits = {
    visitor: await openWindow(browser, { origin: server.origin }),
    member: await openWindowAs(browser, ada, { origin: server.origin }),
  };
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test.each(budgets)(
  '$path for a $who: at most $script KB of script, $styles KB of styles, $page KB of page',
  async ({ who, path, ...most }) => {
    const { page: tab } = visits[who];
    const response = await tab.goto(
      {
        post,
        profile: `/profile/${ada.id}/posts`,
        videos: `/profile/${ada.id}/videos`,
        albums: `/profile/${ada.id}/albums`,
        group: `/groups/group/${group}/posts`,
        sitepage: `/pages/page/${sitepage}`,
      }[path as string] ?? path,
      { waitUntil: 'networkidle' },
    );
    expect(response?.status()).toBe(200);
    // Each file once: a part is fetched, and then imported from the cache (ui/load-part.ts).
    const entries = await tab.evaluate(() =>
      [
        ...performance.getEntriesByType('resource'),
        ...performance.getEntriesByType('navigation'),
      ].map((entry) => {
        const { name, encodedBodySize } = entry as PerformanceResourceTiming;
        return [new URL(name).pathname, encodedBodySize] as const;
      }),
    );
    const loads = Array.from(new Map(entries), ([file, bytes]) => ({ file, bytes }));
    const kilobytes = (ending: string) =>
      loads.filter(({ file }) => file.endsWith(ending)).reduce((sum, { bytes }) => sum + bytes, 0) /
      1000;
    const frameworks = loads.filter(({ file }) => /react|solid|members/.test(file));
    if (who === 'visitor') expect(frameworks).toEqual([]);
    // The script of the page's own frame (theme, menus) is no framework: two kilobytes.
    expect(kilobytes('.js')).toBeLessThan(most.script || 3);
    expect(kilobytes('.css')).toBeLessThan(most.styles);
    const [page] = loads.filter(({ file }) => file === new URL(tab.url()).pathname);
    expect(page!.bytes / 1000).toBeLessThan(most.page);
  },
);

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { containerNames, containerTypes, toContainerFilter } from '#lib/container-types.ts';

/*
 * A kind of container is declared in its own domain and in src/lib/container-types.ts. Everything
 * else asks the registry (`containerKinds`), so that a new kind changes no other file.
 */

/** Folders of the kinds themselves, and their screens. */
const own = [
  /^src\/domains\/(?:sitepages|groups|events)\//,
  /^src\/pages\/(?:for-members\/)?(?:pages|groups|events)\//,
  /^src\/pages\/admin\/(?:pages|packages)\.astro$/,
  /^src\/server\/migrations\//,
  /^src\/lib\/container-types\.ts$/,
];

/** At most so many lines outside of them, each with its reason. */
const allowed = new Map([
  // The lists of manifests, demo communities and routes.
  ['src/app/domains.ts', 6],
  ['src/app/container-demos.ts', 4],
  ['src/app/build/kind-routes.ts', 4],
  // The home screen puts trending pages and upcoming events beside the feed, and reads groups of
  // stories.
  ['src/pages/home.astro', 6],
  // Trending pages beside the feed.
  ['src/layouts/containers/TrendingPages.astro', 5],
  // The tab that lists the events of a group or page, and upcoming ones beside other screens.
  ['src/layouts/containers/Events.astro', 1],
  ['src/layouts/containers/PublicEvents.astro', 1],
  ['src/layouts/containers/UpcomingEvents.astro', 1],
  // Examples and sentences for people.
  ['src/domains/friends/friends.schema.ts', 1],
  ['src/domains/posts/posts.api.ts', 1],
  ['src/pages/profile/settings/delete-account.astro', 1],
  // The call of pages that sends a message.
  ['src/domains/messages/page-owner.api.ts', 2],
  ['src/domains/messages/page-owner.server.ts', 2],
  // Reviews and photos of pages are items, which have names in the interface and in the database.
  ['src/lib/wire-names.ts', 2],
  ['src/domains/reactions/reactions.schema.ts', 2],
  ['src/domains/reactions/reactions.table.ts', 2],
  ['src/domains/moderation/reports.rules.ts', 1],
  // Ads are narrowed by the category of pages that members like.
  ['src/domains/ads/edit/liked-categories.server.ts', 7],
  // The settings of calendars, which belong to events.
  ['src/pages/profile/settings/calendars.astro', 2],
  // Sentences of the log of a container, also by what was done before.
  ['src/domains/containers/audit-log/audit-log.rules.ts', 3],
  // Words that no address may be.
  ['src/domains/containers/slugs.rules.ts', 2],
]);

/** The call of pages that sends a message. */
const mayImport = new Set([
  'src/domains/messages/page-owner.api.ts',
  'src/domains/messages/page-owner.server.ts',
]);

/** Words that also mean a screen or a part of a list, and what a browser or the server sends. */
const ambiguous = ['page', 'event'];
const names = [
  ...new Set(
    containerTypes.flatMap((type) => [
      type,
      `${type}s`,
      toContainerFilter(type),
      `${toContainerFilter(type)}s`,
      containerNames[type].mediaFolder,
    ]),
  ),
];
const isAmbiguous = (word: string) => ambiguous.includes(word.replace(/s$/, ''));

/** Such a word is the name of a kind in quotes, in an address, and as a part of another name. */
const named = names
  .filter(isAmbiguous)
  .map((name) => `'${name}'|/${name}/|\\b${name}_\\w|(?<!next|invalidate\\w*)_${name}\\b`)
  .join('|');
/** Any other one is, wherever it stands: `groupId`, 'Groups', `my-groups`. */
const words = new Set(names.filter((name) => !isAmbiguous(name)));
const wordsOf = (line: string) =>
  (line.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());

const namesKind = (line: string) =>
  new RegExp(named).test(line) || wordsOf(line).some((word) => words.has(word));

/** Sentences for people about all kinds, and a field of the interface that any kind may have. */
const aboutAll =
  /[Pp]ages?,?(?: a)? (?:or |and )?(?:a )?groups?(?: or(?: an)? events?)?|post_as_page/g;
/** The words in languages of the web, with other meanings. */
const ofLanguage = new RegExp(
  [
    /group by|groupBy|\bgroup_key|groupKey|isSameGroup|_group'|\.groups\b|-group\(/,
    /role(?:=|: |: ')?["']group["']|get\('page'\)|searchParams, 'page'\)|: 'page'|'page' : undefined/,
    /application\/event|'event' \|/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
/** Files about groups of something else: stories, emoji, calls, digits, text, who has read. */
const otherGroups = new RegExp(
  [
    /^src\/domains\/(?:stories\/|media\/videos\/embeds|messages\/conversation\/MessageLog)/,
    /^src\/(?:ui|app\/build)\/(?:emoji|EmojiPicker|rich-text)/,
    /^src\/(?:pages\/api\/docs|app\/api-docs|server\/http\/client-address)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

const root = new URL('../../', import.meta.url);
const files = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:ts|tsx|astro|sql)$/.test(path) && !own.some((one) => one.test(path)));

const linesOf = (path: string): string[] =>
  readFileSync(new URL(path, root), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(?:\/\/|\/?\*|--)/.test(line));

const linesNaming = (path: string): string[] =>
  linesOf(path).filter((line) => namesKind(line.replace(aboutAll, '').replace(ofLanguage, '')));

test('no file outside of its own names a kind of container', () => {
  const found = files
    .filter((path) => !otherGroups.test(path))
    .flatMap((path) => {
      const lines = linesNaming(path);
      return lines.length > (allowed.get(path) ?? 0) ? [{ path, lines }] : [];
    });
  expect(found).toEqual([]);
});

test('a name of a kind is found by its word', () => {
  const isFound = (line: string) => namesKind(line.replace(aboutAll, '').replace(ofLanguage, ''));
  expect(
    [
      "type === 'page'",
      'const groupId = 1;',
      "'Somebody invites you to a group'",
      'page_invite: notice(),',
      '/groups/browse',
      'loadSitepages()',
      'approve_page',
      '`/events/${id}`',
    ].filter((line) => !isFound(line)),
  ).toEqual([]);
  expect(
    ['const pageSize = 20;', 'onEvent(event)', 'group by m.id', 'a page, group or event'].filter(
      isFound,
    ),
  ).toEqual([]);
});

test('no mechanism imports from a kind of container', () => {
  const importers = files.filter(
    (path) =>
      !mayImport.has(path) &&
      // The app, layouts and screens put everything together.
      /^src\/(?:domains|server|lib|ui)\//.test(path) &&
      linesOf(path).some((line) => /'#domains\/(?:sitepages|groups|events)\//.test(line)),
  );
  expect(importers).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { domains, handlers } from '#app/domains.ts';
import { notices, toWireNotificationType } from '#domains/notifications/notices.server.ts';
import { setDomains } from '#server/domain.ts';
import { statusOf } from '#server/errors.ts';

/** `GET /user/profile/{}` for each row of a table of calls: `| GET | /user/profile/{user_id} |`. */
const rowsOf = (file: string): string[] =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(/^\| ([A-Z, ]+) \| (\/\S*)(?: \([^|]*\))? \|/gm),
    ([, methods, path]) =>
      methods!.split(/,? /).map((method) => `${method} ${path!.replace(/\{\w+\}/g, '{}')}`),
  ).flat();

const readme = 'docs/contract/README.md';
const areas = globSync('docs/contract/*.md').filter((file) => file !== readme);
const calls = handlers.map(({ call }) => `${call.method} ${call.path.replace(/:\w+/g, '{}')}`);

test('each call is a row of its area in docs/contract', () => {
  const described = new Set(areas.flatMap(rowsOf));
  expect(calls.filter((call) => !described.has(call))).toEqual([]);
  expect(calls.length).toBeGreaterThan(0);
});

test('each call is a row of the table in docs/contract/README.md', () => {
  const listed = new Set(rowsOf(readme));
  expect(calls.filter((call) => !listed.has(call))).toEqual([]);
});

test('each error_code is in the table of docs/contract/README.md', () => {
  const listed = new Set(
    Array.from(readFileSync(readme, 'utf8').matchAll(/^\| (\d{3}) \| ([a-z_, ]+) \|/gm)).flatMap(
      ([, status, codes]) => codes!.split(', ').map((code) => `${status} ${code}`),
    ),
  );
  const codes = Object.entries(statusOf).map(([code, status]) => `${status} ${code}`);
  expect(codes.filter((code) => !listed.has(code))).toEqual([]);
});

test('each kind of feed item is in the list of types', () => {
  const [listed] = /^Types: .*$/m.exec(readFileSync('docs/contract/feed-and-posts.md', 'utf8'))!;
  const types = domains.flatMap(({ activities = [] }) => activities.map(({ type }) => type));
  expect(
    types.filter((type) => !listed.includes(`\`${type}\``)),
    'add it to "Types" in docs/contract/feed-and-posts.md',
  ).toEqual([]);
  expect(types.length).toBeGreaterThan(0);
});

test('each type of notification is a row of docs/contract/notifications.md', () => {
  const text = readFileSync('docs/contract/notifications.md', 'utf8');
  const [, table] = /## Types\n([\s\S]*?)\n## /.exec(text)!;
  const listed = new Set(
    [...table!.matchAll(/^\| (\w+(?:, \w+)*) \|/gm)].flatMap(([, names]) => names!.split(', ')),
  );
  setDomains(domains);
  const types = [...notices().keys()].map(toWireNotificationType);
  expect(types.filter((type) => !listed.has(type))).toEqual([]);
});

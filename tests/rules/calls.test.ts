import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { domains, handlers } from '#app/domains.ts';
import type { Call } from '#lib/calls.ts';
import { setDomains } from '#server/domain.ts';
import { openapiDocument } from '#server/openapi.ts';
import { restRoutes } from '#server/rest-routes.ts';

setDomains(domains);

const nameOf = (call: Pick<Call<never, unknown>, 'method' | 'path'>) =>
  `${call.method} ${call.path}`;

/** Calls open to visitors. A new line here is a decision, not a formality. */
const openToVisitors = [
  'GET /advancedactivity/feeds',
  'GET /advancedactivity/feeds/likes-comments',
  'GET /advancedvideo/view/:id',
  'GET /advancedvideos/categories',
  'GET /albums/photo/list',
  'GET /albums/photo/view',
  'GET /albums/view-album',
  'GET /albums/view-content-album',
  'GET /albums/view/:id',
  'GET /communityads/library',
  'GET /events',
  'GET /events/photo/list',
  'GET /events/view/:id',
  'GET /get-enabled-modules',
  'GET /groups',
  'GET /groups/browse',
  'GET /groups/photo/list',
  'GET /groups/view/:id',
  'GET /help/contact',
  'GET /help/privacy',
  'GET /help/terms',
  'GET /likes-comments',
  'GET /login',
  'GET /media/viewer',
  'GET /signup',
  'GET /sitepages/browse',
  'GET /sitepages/category',
  'POST /forgot-password',
  'POST /help/contact',
  'POST /login',
  'POST /login/passkey',
  'POST /login/passkey/options',
  'POST /login/two-factor',
  'POST /logout',
  'POST /reset-password',
  'POST /signup',
  'POST /signup/validations',
  'POST /verify',
  'POST /verify/resend',
];

const written: Array<Call<never, unknown>> = [];
for (const file of globSync('src/domains/**/*.calls.ts')) {
  const module = (await import(resolve(file))) as Record<string, unknown>;
  // Those of the kit are in an object.
  const values = Object.values(module).flatMap((value) =>
    typeof value === 'object' && value ? (Object.values(value) as unknown[]) : [value],
  );
  for (const value of values)
    if (typeof value === 'function' && 'path' in value)
      written.push(value as unknown as Call<never, unknown>);
}

test('calls and handlers correspond one to one', () => {
  expect(handlers.map(({ call }) => nameOf(call)).sort()).toEqual(written.map(nameOf).sort());
  expect(written.length).toBeGreaterThan(0);
});

test('no two handlers answer the same path', () => {
  const all = handlers.flatMap(({ call, aliases = [] }) =>
    [call.path, ...aliases].map((path) => `${call.method} ${path}`),
  );
  expect(new Set(all).size).toBe(all.length);
});

test('only the listed calls are open to visitors', () => {
  expect(
    handlers
      .filter((handler) => handler.isPublic)
      .map(({ call }) => nameOf(call))
      .sort(),
  ).toEqual(openToVisitors);
});

test('every handler has input and output schemas, and is in the API document', () => {
  const { paths } = openapiDocument(handlers, { title: 'Hearth' });
  for (const { call, input, output } of handlers) {
    expect(typeof input.safeParse, nameOf(call)).toBe('function');
    expect(typeof output.safeParse, nameOf(call)).toBe('function');
    const item = paths![`/api/rest${call.path.replace(/:(\w+)/g, '{$1}')}`] as Record<
      string,
      unknown
    >;
    expect(item[call.method.toLowerCase()], nameOf(call)).toBeDefined();
  }
});

test('paths match as native clients write them', () => {
  const routes = restRoutes(handlers);
  const find = (method: string, path: string) => {
    const match = routes.find(method, path);
    return typeof match === 'object'
      ? { path: match.handler.call.path, params: match.params }
      : match;
  };
  expect(find('GET', '/advancedactivity/feeds')).toEqual({
    path: '/advancedactivity/feeds',
    params: {},
  });
  expect(find('GET', '/advancedactivity/feeds/')).toEqual({
    path: '/advancedactivity/feeds',
    params: {},
  });
  expect(find('GET', '/AdvancedActivity/feeds')).toEqual({
    path: '/advancedactivity/feeds',
    params: {},
  });
  expect(find('GET', '/advancedactivity/feeds/maxid/12')).toEqual({
    path: '/advancedactivity/feeds',
    params: { maxid: '12' },
  });
  expect(find('PUT', '/advancedactivity/feeds')).toBe('wrong method');
  expect(find('GET', '/no/such/call')).toBeUndefined();
});

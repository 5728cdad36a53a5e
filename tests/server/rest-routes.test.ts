import { expect, test } from 'vitest';
import { domains, handlers } from '#app/domains.ts';
import { setDomains } from '#server/domain.ts';
import { restRoutes } from '#server/rest-routes.ts';

setDomains(domains);
const routes = restRoutes(handlers);

const found = (method: string, path: string) => {
  const match = routes.find(method, path);
  return typeof match === 'object' ? [match.handler.call.path, { ...match.params }] : match;
};

test('pairs are fields of the call, or names that every call ignores', () => {
  expect(found('GET', '/advancedactivity/feeds/limit/1/language/en')).toEqual([
    '/advancedactivity/feeds',
    { limit: '1', language: 'en' },
  ]);
  expect(found('GET', '/notifications/REACT_APP/1')).toEqual([
    '/notifications',
    { REACT_APP: '1' },
  ]);
  expect(found('POST', '/groups/edit/group_id/5')).toEqual(['/groups/edit/:id', { group_id: '5' }]);
  expect(found('POST', '/report/create/subject/user_9')).toEqual([
    '/report/create',
    { subject: 'user_9' },
  ]);
});

test('a pair that the call does not have makes an unknown path', () => {
  for (const method of ['GET', 'POST'])
    expect(found(method, '/members/settings/nix')).toBeUndefined();
  expect(found('GET', '/advancedactivity/feeds/limit/1/nix/2')).toBeUndefined();
  expect(found('PUT', '/advancedactivity/feeds/limit/1')).toBe('wrong method');
});

import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { domains, handlers } from '#app/domains.ts';
import { setDomains } from '#server/domain.ts';
import { findLimit } from '#server/limits.ts';
import { restRoutes } from '#server/rest-routes.ts';
import { domains as importOrder } from '../../eslint.config.js';

const names = domains.map(({ name }) => name);

test('every domain with server code is composed once, in import order', () => {
  const folders = readdirSync('src/domains').filter((folder) =>
    readdirSync(`src/domains/${folder}`, { recursive: true }).some((file) =>
      /\.(server|api|table)\.ts$/.test(String(file)),
    ),
  );
  expect(names.toSorted()).toEqual(folders.toSorted());
  expect(names).toEqual(importOrder.filter((name) => names.includes(name)));
});

/** The domain that names the limit; none for the general ones of the server. */
const limitOwner = (limit: string) => {
  findLimit(limit);
  return domains.find(({ limits = {} }) => limit in limits)?.name;
};

test('a limit exists, in the domain that uses it or left of it', () => {
  setDomains(domains);
  for (const { name, handlers: own = [] } of domains) {
    for (const { call, limit } of own) {
      const owner = limit && limitOwner(limit);
      if (owner) expect(names.indexOf(owner), call.path).toBeLessThanOrEqual(names.indexOf(name));
    }
  }
  const used = globSync('src/**/*.{ts,astro}').flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(/\b(?:consume|consumeIn|checkLimits)\(([^;]*)\)/g),
    ].flatMap(([, uses]) => [...uses!.matchAll(/\[\s*'(\w+)',/g)].map(([, limit]) => limit!)),
  );
  expect(used.length).toBeGreaterThan(0);
  for (const limit of used) limitOwner(limit);
  expect(() => findLimit('unheard')).toThrow('unheard');
});

test('no call shadows another: each path finds its own handler', () => {
  const routes = restRoutes(handlers);
  for (const { call, aliases = [] } of handlers) {
    for (const path of [call.path, ...aliases]) {
      const match = routes.find(call.method, path.replace(/:\w+/g, '1'));
      expect(typeof match === 'object' ? match.handler.call.path : match, path).toBe(call.path);
    }
  }
});

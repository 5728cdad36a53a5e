import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { domains } from '#app/domains.ts';
import { handlers } from '#app/handlers.ts';
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

test('no call hides another: each path finds its own handler', () => {
  const routes = restRoutes(handlers);
  for (const { call, aliases = [] } of handlers) {
    for (const path of [call.path, ...aliases]) {
      const match = routes.find(call.method, path.replace(/:\w+/g, '1'));
      expect(typeof match === 'object' ? match.handler.call.path : match, path).toBe(call.path);
    }
  }
});

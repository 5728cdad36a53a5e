import { expect, test } from 'vitest';
import { isSameLocation, joinLocations, type Location } from '#server/location.ts';

const embedded: Location = { name: 'a', database: '/srv/data', hosts: [], id: 'machine' };
const own: Location = {
  name: 'a',
  database: '75/16384:5432',
  hosts: ['db.example', '10.0.0.5'],
  id: null,
};

test.each<[string, boolean, Location, Partial<Location>]>([
  ['the folder elsewhere', false, embedded, { database: '/backup/data' }],
  ['the folder on another machine', false, embedded, { id: 'another machine' }],
  ['the id cannot be read', true, embedded, { id: undefined }],
  ['the id could not be read before', true, { ...embedded, id: undefined }, { id: 'machine' }],
  ['the database outside', false, embedded, own],
  ['a dump in another database', false, own, { database: '75/20000:5432' }],
  ['a dump on another server', false, own, { database: '76/16384:5432' }],
  ['a physical copy on another server', false, own, { hosts: ['new.example', '10.0.0.6'] }],
  ['a physical copy beside it', false, own, { database: '75/16384:5433' }],
  ['a pooler in front', true, own, { hosts: ['pooler.example', '10.0.0.5'] }],
  ['a server with a new address', true, own, { hosts: ['db.example', '10.0.0.6'] }],
  ['an id was added', true, own, { id: 'set later' }],
  ['another id was set', false, { ...own, id: 'one' }, { id: 'two' }],
  ['the id was left out', false, { ...own, id: 'one' }, { id: null }],
])('%s: the same location is %s', (_, isSame, recorded, change) => {
  expect(isSameLocation(recorded, { ...recorded, ...change, name: 'b' })).toBe(isSame);
});

test('machines that reach one database by different names know each other once recorded', () => {
  const here: Location = { ...own, hosts: ['localhost', 'local'] };
  expect(isSameLocation(own, here)).toBe(false);
  const joined = joinLocations(here, own);
  expect([own, here].map((one) => isSameLocation(joined, one))).toEqual([true, true]);
  expect(joinLocations(here, { ...own, database: 'another' })).toEqual(here);
});

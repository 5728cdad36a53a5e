import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'src/server/migrations';
const read = (path: string) => readFileSync(`${folder}/${path}`, 'utf8');
const tags = (
  JSON.parse(read('meta/_journal.json')) as { entries: Array<{ tag: string }> }
).entries.map(({ tag }) => tag);

// Catches two branches that each add a migration: every file alone looks right, and otherwise only
// an empty database reveals the conflict.

test('every migration is in the journal, once and in the order of its number', () => {
  const files = globSync(`${folder}/*.sql`)
    .map((file) => basename(file, '.sql'))
    .sort();
  expect(tags).toEqual(files);
  expect(new Set(tags.map((tag) => tag.slice(0, 4))).size).toBe(tags.length);
});

test('each snapshot follows the one before it', () => {
  const snapshots = tags.map(
    (tag) =>
      JSON.parse(read(`meta/${tag.slice(0, 4)}_snapshot.json`)) as { id: string; prevId: string },
  );
  expect(snapshots.slice(1).map(({ prevId }) => prevId)).toEqual(
    snapshots.slice(0, -1).map(({ id }) => id),
  );
});

test('no migration creates an existing object', () => {
  const there = new Set<string>();
  for (const tag of tags) {
    for (const [, table, columnTable, column, dropped] of read(`${tag}.sql`).matchAll(
      /^CREATE TABLE "(\w+)"|^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"|^DROP TABLE "(\w+)"/gm,
    )) {
      if (dropped) {
        there.delete(dropped);
        continue;
      }
      const name = table ?? `${columnTable}.${column}`;
      expect(there, `${tag} makes ${name} again`).not.toContain(name);
      there.add(name);
    }
  }
  expect(there.size).toBeGreaterThan(0);
});

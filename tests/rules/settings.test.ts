import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { envSchema } from '#server/env.ts';
import { databaseEnvironment } from '../../scripts/launch/postgres-cluster.ts';
import { serverEnvironment, serverFlags } from '../../scripts/launch/server-program.ts';

const names = Object.keys(envSchema.shape)
  .filter((name) => name !== 'NODE_ENV')
  .sort();

test('.env.example lists every setting and no other', () => {
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)]
    .map((match) => match[1])
    .sort();
  expect(listed).toEqual(names);
});

test('the container gets every setting except those it sets itself', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
    .split('  app:')[1]!
    .split('\n  database:')[0]!;
  const given = [...compose.matchAll(/^ {6}([A-Z0-9_]+):/gm)].map((match) => match[1]);
  const fixed = [...readFileSync('Dockerfile', 'utf8').matchAll(/\b([A-Z_]+)=/g)]
    .map((match) => match[1]!)
    .filter((name) => names.includes(name));
  // Only `npm start` fills in the demo community.
  expect([...given, ...fixed].sort()).toEqual(names.filter((name) => name !== 'SEED_DEMO'));
});

test("the README's table lists every setting and no other", () => {
  const section = readFileSync('README.md', 'utf8').split('## Settings')[1]!.split('\n## ')[0]!;
  const listed = [...section.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map((match) => match[1]).sort();
  expect(listed).toEqual(names);
});

test('the container runs the server as npm start does', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const command = /^CMD (\[.*\])$/m.exec(dockerfile)![1]!;
  expect(JSON.parse(command)).toEqual(['node', ...serverFlags, 'dist/server/entry.mjs']);
  for (const [name, value] of Object.entries(serverEnvironment))
    expect(dockerfile).toContain(`ENV ${name}=${value}\n`);
});

test('the database beside the container allocates memory as that of npm start', () => {
  const service = readFileSync('compose.yaml', 'utf8').split('\n  database:')[1]!;
  for (const [name, value] of Object.entries(databaseEnvironment))
    expect(service.split('\n  mail:')[0]).toContain(`      ${name}: '${value}'\n`);
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'hearth-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In a separate process, like each start of the server. */
function keys(
  dataDir: string,
  env: Record<string, string> = {},
  purposes = ['mail-links', 'media'],
) {
  const script =
    `const { purposeKeys } = await import('#server/secrets.ts'); ` +
    `console.log(JSON.stringify(${JSON.stringify(purposes)}.map((p) => ` +
    `purposeKeys(p).map((k) => k.toString('hex')))))`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  });
  return {
    keys: run.status === 0 ? (JSON.parse(run.stdout) as string[][]) : [],
    error: run.stderr,
  };
}

test('the first start creates a secret readable by its owner only, which later starts reuse', () => {
  const home = join(folder, 'fresh', 'deep');
  const first = keys(home).keys;
  expect(statSync(join(home, 'secret-keys')).mode & 0o777).toBe(0o600);
  expect(keys(home).keys).toEqual(first);
  expect(first[0]![0]).toMatch(/^[0-9a-f]{64}$/);
});

test('each purpose has its own key, none of which is the secret itself', () => {
  const home = join(folder, 'purposes');
  const [[mail], [media]] = keys(home).keys as [[string], [string]];
  expect(mail).not.toBe(media);
  expect(readFileSync(join(home, 'secret-keys'), 'utf8')).not.toContain(
    Buffer.from(mail, 'hex').toString('base64url'),
  );
});

test('a new first key encrypts, and the old one still decrypts', () => {
  const home = join(folder, 'rotated');
  const [[old]] = keys(home).keys as [[string]];
  const file = join(home, 'secret-keys');
  writeFileSync(
    file,
    `${Buffer.alloc(32, 9).toString('base64url')}\n${readFileSync(file, 'utf8')}`,
  );
  const [rotated] = keys(home).keys;
  expect(rotated).toHaveLength(2);
  expect(rotated![1]).toBe(old);
});

test('keys may come from the environment', () => {
  const SECRET_KEYS = Buffer.alloc(32, 5).toString('base64url');
  expect(keys(join(folder, 'unused'), { SECRET_KEYS }).keys[0]).toHaveLength(1);
});

test('short keys stop the start', () => {
  expect(keys(join(folder, 'unused'), { SECRET_KEYS: 'short' }).error).toMatch(
    /Setting SECRET_KEYS/,
  );
});

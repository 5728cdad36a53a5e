import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test.each([
  ['Keep the cursor when a post is deleted', ''],
  ['Whole words of the subject count', ''],
  ['fixup! Keep the cursor; rename the store', ''],
  ['’'.repeat(72), ''],
  ['x'.repeat(73), 'is longer than 72 characters'],
  ['Keep the cursor; rename the store', 'says two things'],
  ['Who reads a post is asked once', 'begins with a pronoun'],
  ['Nobody is asked twice', 'begins with a pronoun'],
])('the subject of a commit is one line about one thing: %s', (subject, problem) => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-commit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const message = join(folder, 'message');
  writeFileSync(message, `\n# A comment\n${subject}\n\nWho reads it; why.\n`);
  const { status, stderr } = spawnSync('.githooks/commit-msg', [message], { encoding: 'utf8' });
  expect(stderr).toContain(problem);
  expect(status).toBe(problem ? 1 : 0);
});

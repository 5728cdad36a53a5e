import { expect, test } from 'vitest';
import { runWithLimits } from '#server/sandbox.ts';

const memory = 2 * 1024 * 1024;
const run = (script: string, limits: { longestRun: number; longestWork?: number }) =>
  runWithLimits(process.execPath, ['-e', script], { memory, ...limits });

test('what works too long is ended, and so is what takes too long; which of the two it was can be told', async () => {
  expect(await run('console.log(1)', { longestRun: 60_000, longestWork: 20 })).toMatchObject({
    code: 0,
    said: '1\n',
    isOverdue: false,
  });
  expect(await run('for (;;);', { longestRun: 60_000, longestWork: 1 })).toMatchObject({
    code: null,
    isOverdue: false,
  });
  expect(
    await run('setInterval(() => {}, 1_000)', { longestRun: 100, longestWork: 20 }),
  ).toMatchObject({ code: null, signal: 'SIGKILL', isOverdue: true });
});

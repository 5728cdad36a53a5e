import { expect, test } from 'vitest';
import { runWithLimits } from '#server/sandbox.ts';

const memory = 2 * 1024 * 1024;
const run = (script: string, limits: { maxMilliseconds: number; maxCpuSeconds?: number }) =>
  runWithLimits(process.execPath, ['-e', script], { memory, ...limits });

test('excessive CPU time and excessive run time both kill the process, distinguishably', async () => {
  expect(await run('console.log(1)', { maxMilliseconds: 60_000, maxCpuSeconds: 20 })).toMatchObject(
    {
      code: 0,
      stdout: '1\n',
      hasTimedOut: false,
    },
  );
  expect(await run('for (;;);', { maxMilliseconds: 60_000, maxCpuSeconds: 1 })).toMatchObject({
    code: null,
    hasTimedOut: false,
  });
  expect(
    await run('setInterval(() => {}, 1_000)', { maxMilliseconds: 100, maxCpuSeconds: 20 }),
  ).toMatchObject({ code: null, signal: 'SIGKILL', hasTimedOut: true });
});

test.runIf(process.platform === 'linux')(
  'the system ends it before the server if memory runs out',
  async () => {
    const script = "console.log(require('fs').readFileSync('/proc/self/oom_score_adj', 'utf8'))";
    const { stdout, stderr } = await run(script, { maxMilliseconds: 60_000 });
    expect([stdout.trim(), stderr]).toEqual(['1000', '']);
  },
);

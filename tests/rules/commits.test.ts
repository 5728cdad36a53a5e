import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Commits after this one keep the rules (STYLE.md, "Commits"). */
const ruledAfter = 'c6ba094248cec014fb2bcf8afb11d016e38c9550';

const root = new URL('../../', import.meta.url);

/** Landed before somebody noticed; history is not rewritten. */
const tooLate = new Set([
  'Read the guides of the interface for names of files, decide on the semaphore',
]);

/** Subjects of the commits since; none in an archive or in a clone without that history. */
function subjectsSince(commit: string): string[] {
  try {
    const log = execFileSync('git', ['log', '--format=%s', `${commit}..HEAD`], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return log.split('\n').filter((subject) => subject && !tooLate.has(subject));
  } catch {
    return [];
  }
}

function subjectProblem(subject: string): string | null {
  if (subject.length > 72) return 'is longer than 72 characters';
  if (subject.includes(';')) return 'says two things';
  if (/^(?:what|of|who|whom|whose|where|whoever|whatever|nobody)\b/i.test(subject))
    return 'begins with a pronoun instead of a verb or a noun';
  return null;
}

test('the subject of a commit is one line about one thing', () => {
  const broken = subjectsSince(ruledAfter).flatMap((subject) => {
    const problem = subjectProblem(subject);
    return problem ? [`${subject}: ${problem}`] : [];
  });
  expect(broken).toEqual([]);
});

test('a history without the commit has nothing to check', () => {
  expect(subjectsSince('0'.repeat(40))).toEqual([]);
});

test.each([
  ['Keep the cursor when a post is deleted', null],
  ['x'.repeat(73), 'is longer than 72 characters'],
  ['Keep the cursor; rename the store', 'says two things'],
  ['Who reads a post is asked once', 'begins with a pronoun instead of a verb or a noun'],
  ['Nobody is asked twice', 'begins with a pronoun instead of a verb or a noun'],
])('%s: %s', (subject, problem) => {
  expect(subjectProblem(subject)).toBe(problem);
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { domains, handlers } from '#app/domains.ts';
import { signupInput } from '#domains/auth/auth.schema.ts';
import { setDomains } from '#server/domain.ts';
import { fieldProblems } from '#server/page-form.ts';
import { plainIssue } from '#server/plain-issues.ts';
import { parseInput } from '#server/run-call.ts';
import type { FieldSchema } from '../support/fitting-value.ts';

setDomains(domains);

const wrongValues: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'x'.repeat(10_001),
  '-1',
  '0',
  '999999999999999999',
  -1,
  1.5,
  2 ** 63,
  true,
  [],
  [null],
  {},
  { a: 1 },
];

const messagesOf = (detail: unknown): string[] =>
  typeof detail === 'string' ? [detail] : Object.values(detail as Record<string, string>);

/** How the validator words what it was given no text for. */
const libraryWords = /^(Invalid|Too (big|small)|Unrecognized)|expected |received /;

test('no wrong value of any call is answered in words of the validator', () => {
  const found: string[] = [];
  let count = 0;
  for (const handler of handlers) {
    const { properties = {} } = z.toJSONSchema(handler.input, {
      io: 'input',
      unrepresentable: 'any',
    }) as FieldSchema;
    const names = Object.keys(properties);
    for (const value of wrongValues) {
      const wrong = [
        // All fields at once, and each while the others are missing.
        Object.fromEntries(names.map((name) => [name, value])),
        ...names.map((name) => ({ [name]: value })),
      ];
      for (const fields of wrong) {
        const parsed = parseInput(handler, fields);
        if (!('problem' in parsed)) continue;
        count++;
        for (const text of messagesOf(parsed.problem.detail))
          if (libraryWords.test(text)) found.push(`${handler.call.path}: ${text}`);
      }
    }
  }
  expect([...new Set(found)]).toEqual([]);
  expect(count).toBeGreaterThan(1_000);
});

test('a form names all its problems at once', () => {
  const fields = { first_name: '', email: 'x', password: 'short', passconf: 'other' };
  const { error } = signupInput.safeParse(fields, { error: plainIssue });
  expect(Object.keys(fieldProblems(error!, fields)).toSorted()).toEqual([
    'email',
    'first_name',
    'last_name',
    'passconf',
    'password',
    'terms',
  ]);
});

test('a missing id is named alone, and beside a wrong field as one of several', () => {
  const create = handlers.find(
    ({ call }) => call.path === '/groups/create' && call.method === 'POST',
  )!;
  expect(parseInput(create, { title: 'Rowing' })).toMatchObject({
    problem: { code: 'parameter_missing', detail: 'Parameter missing: category_id' },
  });
  const text = 'Please fill in this field.';
  for (const sent of [{ title: '', category_id: '' }, { title: '' }])
    expect(parseInput(create, sent)).toMatchObject({
      problem: {
        code: 'validation_fail',
        detail: { title: text, description: text, category_id: text },
      },
    });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { handlers } from '#app/domains.ts';
import { hashPassword } from '#domains/auth/passwords.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import type { Handler } from '#server/handle.ts';
import { startJobs, stopJobs } from '#server/jobs.ts';
import { openapiDocument } from '#server/openapi.ts';
import { sql } from '#server/sql.ts';
import { fittingValue, type FieldSchema } from '../support/fitting-value.ts';
import { addMember, addPost } from '../support/people.ts';
import { credentialsOf, send, testOrigin } from '../support/rest.ts';

// Sends invalid values for each field of every call: the answer must be the contract's envelope,
// never a 500.

const ids = { post: 0, other: 0 };
let passwordHash: string;
beforeAll(async () => {
  await startJobs([]);
  passwordHash = await hashPassword('quiet lantern over water');
  ids.other = (await addMember({ name: 'Bo' })).id;
});
afterAll(() => stopJobs());

const fitting = (name: string, schema: FieldSchema) =>
  fittingValue(name, schema, [
    [/user_?ids?$|^toValues$/i, ids.other],
    [/(^|_)ids?$/, ids.post],
  ]);

const values: unknown[] = [
  'a\u0000b',
  '\ud800',
  '🦉 \u202eשלום עליכם',
  'x'.repeat(5_000),
  '',
  '0',
  '-1',
  '1e3',
  '9223372036854775808',
  '999999999999999999',
  '2026-13-45 99:99:99',
  null,
  -1,
  1.5,
  2 ** 63,
  [null],
  ['1', '2'],
  {},
  { toString: 1 },
  { a: { b: [1] } },
];
/** Maximum requests per call with many fields; the indexes decide which value meets which field. */
const maxPerCall = 60;

interface Wrong {
  name: string;
  value: unknown;
  status: number;
  text: string;
}

async function askWrongly(handler: Handler): Promise<Wrong[]> {
  const { method, path } = handler.call;
  const { properties = {} } = z.toJSONSchema(handler.input, {
    io: 'input',
    unrepresentable: 'any',
  }) as FieldSchema;
  const good = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fitting(name, schema)]),
  );
  const isRead = method === 'GET' || method === 'DELETE';
  const wrong: Wrong[] = [];
  const member = await addMember();
  await db.execute(sql`update members set password_hash = ${passwordHash} where id = ${member.id}`);
  ids.post = await addPost(member);
  const headers = await credentialsOf(member);
  // Hashing a password occupies a core.
  env().RATE_LIMIT_SCALE = 'password' in properties ? 3 : 1_000;
  const ask = async (name: string, value: unknown, query = '') => {
    const fields: Record<string, unknown> = { ...good, [name]: value };
    const at = path.replace(/:(\w+)/g, (_, part: string) => {
      const given = fields[part] ?? 1;
      delete fields[part];
      return (
        encodeURIComponent(String(typeof given === 'object' ? 'x' : given).toWellFormed()) || 'x'
      );
    });
    const asked = isRead
      ? new URLSearchParams(
          Object.entries(fields)
            .filter(([, given]) => given !== undefined)
            .map(([key, given]) => [
              key,
              typeof given === 'object' ? JSON.stringify(given) : String(given),
            ]),
        )
      : '';
    const url = `${await testOrigin()}/api/rest${at}?${asked}${query}`;
    if (url.length > 15_000) return;
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(isRead ? {} : { 'content-type': 'application/json' }) },
      ...(isRead ? {} : { body: JSON.stringify(fields) }),
    });
    const text = await answer.text();
    const envelope = JSON.parse(text) as {
      status_code: number;
      error?: true;
      error_code?: string;
      request_id?: string;
    };
    const isEnvelope =
      envelope.status_code < 300
        ? answer.status === 200
        : envelope.status_code === answer.status &&
          envelope.error === true &&
          !!envelope.error_code &&
          !!envelope.request_id;
    if (answer.status >= 500 || !isEnvelope)
      wrong.push({
        name,
        value: typeof value === 'string' ? value.slice(0, 40) : value,
        status: answer.status,
        text: text.slice(0, 200),
      });
  };
  const names = Object.keys(properties);
  const every = Math.ceil((names.length * values.length) / maxPerCall);
  await ask('unknown_field', 'x');
  for (const [at, name] of names.entries()) {
    await ask(name, undefined);
    for (const [index, value] of values.entries())
      if ((at + index) % every === 0) await ask(name, value);
    await ask(name, { toString: 1 }, `&${name}=2`);
  }
  return wrong;
}

test.each(
  handlers.map((handler) => [`${handler.call.method} ${handler.call.path}`, handler] as const),
)('%s answers invalid input with the error envelope', { timeout: 120_000 }, async (_, handler) => {
  expect(await askWrongly(handler)).toEqual([]);
});

interface Documented {
  parameters?: Array<{ name: string; in: string; required?: boolean; schema: FieldSchema }>;
  requestBody?: {
    content: Record<
      string,
      { schema: FieldSchema & { required?: string[]; anyOf?: Array<{ required?: string[] }> } }
    >;
  };
}

/** The description is only optional for reports of a story, so the document does not require it. */
const conditional: Record<string, string> = { 'POST /report/create': 'description' };

test(
  'a call with every field that the API document requires is complete',
  { timeout: 120_000 },
  async () => {
    const document = openapiDocument(handlers, { title: 'Hearth' }) as {
      paths?: Record<string, Record<string, unknown>>;
    };
    const member = await addMember();
    await db.execute(
      sql`update members set password_hash = ${passwordHash} where id = ${member.id}`,
    );
    ids.post = await addPost(member);
    env().RATE_LIMIT_SCALE = 1_000;
    const lacking: unknown[] = [];
    for (const { call, needs = [] } of handlers) {
      const { method, path } = call;
      const { parameters = [], requestBody } = document.paths![
        `/api/rest${path.replace(/:(\w+)/g, '{$1}')}`
      ]![method.toLowerCase()] as Documented;
      // The description lists alternatives of a query; calls with files only have no JSON form.
      const schema = requestBody?.content['application/json']?.schema;
      if (requestBody && !schema) continue;
      const { required = [], anyOf: [alternative] = [], properties = {} } = schema ?? {};
      const names = [...required, ...(alternative?.required ?? [])];
      const body = Object.fromEntries(
        names.map((name) => [name, fitting(name, properties[name]!)]),
      );
      const inQuery = parameters.filter(
        ({ in: location, name, required: must }) =>
          location === 'query' && (must || needs[0]?.includes(name)),
      );
      const query = Object.fromEntries(
        inQuery.map(({ name, schema: field }) => [name, String(fitting(name, field))]),
      );
      const address = path.replace(/:(\w+)/g, '1');
      const asked = await send(method, address, query, {
        as: member,
        ...(schema ? { json: body } : {}),
      });
      const sent = [
        ...names,
        ...Object.keys(query),
        ...(conditional[`${method} ${path}`] ?? '').split(' '),
      ];
      const complaints =
        asked.error_code === 'validation_fail' ? Object.keys(asked.message as object) : [];
      const unsent = complaints.filter((name) => name !== 'general' && !sent.includes(name));
      if (
        unsent.length ||
        ['parameter_missing', 'password_required'].includes(asked.error_code ?? '')
      )
        lacking.push([method, path, sent, asked.text]);
    }
    expect(lacking).toEqual([]);
  },
);

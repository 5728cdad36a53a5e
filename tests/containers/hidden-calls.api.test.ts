import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { handlers } from '#app/domains.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import type { Handler } from '#server/handle.ts';
import { sql } from '#server/sql.ts';
import { addGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { fixture } from '../support/files.ts';
import { fittingValue, type FieldSchema } from '../support/fitting-value.ts';
import { addMember } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { addMembership } from './container-world.ts';

// Every call about one group or page, whoever adds it: for those who may not know the container it
// answers as for an id that never was, and so it does for the id of another kind.

const missing = 9_999_999;
let owner: Member;
let stranger: Member;
let banned: Member;
/** A member of each container that the test makes. */
let member: Member;
const secret = { group: 0, page: 0 };
const removed = { group: 0, page: 0 };
const open = { group: 0, page: 0 };

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, stranger, banned] = [await addMember(), await addMember(), await addMember()];
  member = await addMember();
  for (const world of [secret, removed, open]) {
    world.group = await addGroup(owner);
    world.page = await addPage(owner);
  }
  for (const type of ['group', 'page'] as const) {
    await addMembership({ type, id: secret[type] }, banned, { state: 'banned' });
    await db.execute(sql`
      update containers set visibility = 'members', is_listed = false
      where type = ${type} and id = ${secret[type]}`);
    await db.execute(sql`
      update containers set state = 'removed' where type = ${type} and id = ${removed[type]}`);
  }
});

const schemaOf = ({ input }: Handler) =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as FieldSchema & {
    required?: string[];
  };

/** Fields whose schema does not say which values fit. */
const texts: Record<string, string> = {
  title: 'Boats',
  body: 'A very fine place.',
  receiver_emails: 'nobody@hearth.example',
  start: '2026-11-01',
  end: '2026-11-23',
};

/** The field that names the container, or undefined for lists. */
function containerField(handler: Handler, kind: 'group' | 'page'): string | undefined {
  const [, inPath] = /:(id|page_?id)\b/i.exec(handler.call.path) ?? [];
  return (
    inPath ?? Object.keys(schemaOf(handler).properties ?? {}).find((name) => name === `${kind}_id`)
  );
}

/** Sends the call with valid values about that container. */
async function ask(handler: Handler, field: string, id: number, as: Member | undefined) {
  const { method, path } = handler.call;
  const ids = [
    [new RegExp(`^${field}$`), id],
    [/(user|member)_?ids?$|^(users|toValues|members)$/i, member.id],
    [/_?ids?$/i, 1],
  ] as const;
  const { properties = {}, required = [] } = schemaOf(handler);
  const isSent = (name: string) =>
    required.includes(name) || name in texts || ids.some(([one]) => one.test(name));
  const fields: Record<string, string> = {};
  for (const [name, schema] of Object.entries(properties))
    if (isSent(name)) fields[name] = texts[name] ?? String(fittingValue(name, schema, ids));
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name]!;
    delete fields[name];
    return encodeURIComponent(value);
  });
  if (!handler.files || method === 'GET') {
    const { status, text } = await send(method, address, fields, { as });
    return { status, text };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(handler.files.fields.test('photo') ? 'photo' : 'photo0', fixture('square.jpg'));
  const { status, text } = await send(method, address, {}, { as, form });
  return { status, text };
}

/** Calls about something in the container, which an empty one does not have. */
const needsMore =
  /accept|resend|ignore|reject|cancel|approve|unban|-offer|photo\/delete|:(link|review|album|photo)_?id/i;

describe.each(['group', 'page'] as const)('about a %s', (kind) => {
  const other = kind === 'group' ? 'page' : 'group';
  const prefix = kind === 'group' ? /^\/groups\// : /^\/sitepages?\//;
  const calls = handlers.flatMap((handler) => {
    const { method, path } = handler.call;
    if (!prefix.test(path)) return [];
    const field = containerField(handler, kind);
    return field ? [[`${method} ${path}`, handler, field] as const] : [];
  });

  test('there are calls', () => expect(calls.length).toBeGreaterThan(0));

  test.each(calls)('%s', async (_name, handler, field) => {
    const { path } = handler.call;
    const askAs = (as: Member | undefined, id: number) => ask(handler, field, id, as);
    for (const viewer of [stranger, banned, ...(handler.isPublic ? [undefined] : [])]) {
      const absent = await askAs(viewer, missing);
      expect(absent, absent.text).toMatchObject({ status: 404 });
      for (const id of [secret[kind], removed[kind], open[other]])
        expect(await askAs(viewer, id)).toEqual(absent);
    }
    // A call that answers 404 to everybody would prove nothing.
    if (needsMore.test(path)) return;
    const founder = await addMember();
    const own = await (kind === 'group' ? addGroup(founder) : addPage(founder));
    await addMembership({ type: kind, id: own }, member);
    expect((await askAs(founder, own)).status).not.toBe(404);
  });
});

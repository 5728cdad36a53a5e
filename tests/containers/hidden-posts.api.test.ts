import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { handlers } from '#app/domains.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toWireType } from '#lib/wire-names.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import type { Handler } from '#server/handle.ts';
import { sql } from '#server/sql.ts';
import { fittingValue, type FieldSchema } from '../support/fitting-value.ts';
import { addMember, addPost, block } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { addContainer, addContainerPost, addMembership } from './container-world.ts';

// Every call that takes the id of a post, whoever adds it: a hidden post answers as one that never was.

const missing = 9_999_999;
let author: Member;
let stranger: Member;
let banned: Member;
/** Posts that none of the viewers may see, by the reason. */
let hidden: Record<string, number>;
let comment: number;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [author, stranger, banned] = [await addMember(), await addMember(), await addMember()];
  const secret = await addContainer(author, { visibility: 'members', isListed: false });
  await addMembership(secret, banned, { state: 'banned' });
  const removed = await addContainer(author, { type: 'page' });
  const blocker = await addMember();
  for (const viewer of [stranger, banned]) await block(blocker, viewer);
  hidden = {
    'in a secret group': await addContainerPost(secret, author),
    'in a removed page': await addContainerPost(removed, author, { inItsName: true }),
    'for friends': await addPost(author, { audience: 'friends' }),
    'by somebody who has blocked them': await addPost(blocker),
  };
  await db.execute(sql`
    update containers set state = 'removed' where type = 'page' and id = ${removed.id}`);
  const { body } = await send(
    'POST',
    '/advancedactivity/comment',
    { action_id: hidden['in a secret group']!, body: 'In secret' },
    { as: author },
  );
  comment = body.comment_id as number;
});

const post = toWireType('post');
const schemaOf = ({ input }: Handler) =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as FieldSchema & {
    required?: string[];
  };

/** The ways in which the call names a post: fields, and the value of its type. */
function waysToName(handler: Handler): Array<Record<string, string>> {
  const properties = schemaOf(handler).properties ?? {};
  const takesPost = (name: string) => JSON.stringify(properties[name] ?? '').includes(`"${post}"`);
  return [
    ...('action_id' in properties ? [{ id: 'action_id' }] : []),
    ...(takesPost('subject_type') ? [{ type: 'subject_type', id: 'subject_id' }] : []),
    ...(takesPost('type') && 'id' in properties ? [{ type: 'type', id: 'id' }] : []),
  ];
}

const texts: Record<string, string> = { body: 'Hello', description: 'Look' };

/** Sends the call with valid values about that post. */
async function ask(handler: Handler, way: Record<string, string>, id: number, as?: Member) {
  const { properties = {}, required = [] } = schemaOf(handler);
  const fields: Record<string, string> = { [way.id!]: String(id) };
  if (way.type) fields[way.type] = post;
  for (const [name, schema] of Object.entries(properties))
    if ((required.includes(name) || name in texts) && !(name in fields))
      fields[name] = texts[name] ?? String(fittingValue(name, schema, [[/comment_id$/, comment]]));
  const { status, text } = await send(handler.call.method, handler.call.path, fields, { as });
  return { status, text };
}

/** Notices have ids of that name too; moderators see reported posts by their role. */
const isOther = /^\/notifications\/(?:markread|markunread|delete)|^\/admin\//;
const calls = handlers.flatMap((handler) => {
  const { method, path } = handler.call;
  if (isOther.test(path)) return [];
  return waysToName(handler).map(
    (way) => [`${method} ${path} by ${way.id}`, handler, way] as const,
  );
});

/** About something on the post, which the one here does not have. */
const needsMore =
  /comment_id|comment-|reply-edit|remove-tag|announce|pinned|media\/viewer|album|un-hide|send-like/;

describe('about a post', () => {
  test('there are calls', () => expect(calls.length).toBeGreaterThan(0));

  test.each(calls)('%s', async (name, handler, way) => {
    for (const viewer of [stranger, banned, ...(handler.isPublic ? [undefined] : [])]) {
      const absent = await ask(handler, way, missing, viewer);
      expect(absent, absent.text).toMatchObject({ status: 404 });
      for (const [reason, id] of Object.entries(hidden))
        if (viewer || reason !== 'by somebody who has blocked them')
          expect(await ask(handler, way, id, viewer), reason).toEqual(absent);
    }
    // A call that answers 404 to everybody would prove nothing.
    if (needsMore.test(name)) return;
    const { status } = await ask(handler, way, await addPost(author), author);
    expect(status).not.toBe(404);
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { rest } from '#app/rest.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { breakTable } from '../support/broken-table.ts';
import { fixture } from '../support/files.ts';
import { addMember } from '../support/people.ts';
import { credentialsOf, send } from '../support/rest.ts';
import { filesInProgress, formOf } from '../support/uploads.ts';

let ada: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1000;
  ada = await addMember({ name: 'Ada' });
});

const postPhoto = (key: string) =>
  send(
    'POST',
    '/advancedactivity/feeds/post',
    {},
    {
      as: ada,
      form: formOf({ photo: fixture('square.jpg') }),
      headers: { 'idempotency-key': key },
    },
  );
const countPosts = async () =>
  (await db.execute(sql`select from posts where author_id = ${ada.id}`)).length;

test.each([
  ['counted', 'rate_counters'],
  ['stored', 'orphaned_blobs'],
  ['given its key', 'idempotency_keys'],
  ['written as a row', 'media'],
  ['attached', 'posts'],
])(
  'a photo that the database leaves before it is %s is refused for now, and the same key works later',
  async (_, name) => {
    const before = await countPosts();
    const mend = await breakTable(name);
    expect(await postPhoto(name)).toMatchObject({
      status: 503,
      error_code: 'unavailable',
      retry_after: 2,
    });
    expect([await countPosts(), filesInProgress()]).toEqual([before, []]);
    await mend();
    const [first, again] = [await postPhoto(name), await postPhoto(name)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.response.feed.action_id).toBe(first.body.response.feed.action_id);
    expect(await countPosts()).toBe(before + 1);
  },
);

test('uploads that the database left while they were admitted count as ended', async () => {
  // The second answer of the database, about the limits, comes after nobody waits for it any more.
  let answers = 0;
  const race: Parameters<typeof rest>[2]['race'] = async (work) => {
    const answer = await work;
    answers += 1;
    if (answers === 2)
      throw Object.assign(new Error('database away'), { code: 'CONNECTION_CLOSED' });
    return answer;
  };
  const server = createServer((req, res) => {
    answers = 0;
    void rest(req, res, { requestId: 'test', address: '127.0.0.1', race });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  // As many as a member may have at once.
  for (let sent = 0; sent < 4; sent += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/rest/advancedactivity/feeds/post`, {
      method: 'POST',
      headers: await credentialsOf(ada),
      body: formOf({ photo: fixture('square.jpg') }),
    });
    expect(answer.status).toBe(503);
  }
  expect((await postPhoto('after')).status).toBe(200);
});

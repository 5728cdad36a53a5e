import { beforeEach, describe, expect, test } from 'vitest';
import {
  deleteLeaverRows,
  leaverQueue,
  type Leaver,
} from '#domains/containers/lifecycle/deletion.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addGroup, call } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMember, addPost } from '../support/people.ts';
import { addContainerPost, addMembership } from './container-world.ts';

// Leaving: posts stay unless the leaver asks for their deletion.

interface Ref {
  type: 'group' | 'page';
  id: number;
}
const kinds = [
  ['group', addGroup, '/groups/member/leave/'],
  ['page', addPage, '/sitepage/leave/'],
] as const;

describe.each(kinds)('whoever leaves a %s', (type, add, path) => {
  let owner: Member;
  let member: Member;
  let ref: Ref;
  beforeEach(async () => {
    env().RATE_LIMIT_SCALE = 1_000;
    [owner, member] = [await addMember(), await addMember()];
    ref = { type, id: await add(owner) };
    await addMembership(ref, member, { role: 10 });
  });

  const leave = (as: Member, fields = {}) => call(as, 'POST', `${path}${ref.id}`, fields);
  const bodies = async () => {
    const rows = await db.execute<{ body: string }>(sql`
      select body from posts
      where author_id in (${owner.id}, ${member.id}) and item_id is null
      order by id`);
    return rows.map(({ body }) => body);
  };
  const jobs = async () => {
    const rows = await db.execute<{ data: Leaver }>(sql`
      delete from jobs.job where name = ${leaverQueue} returning data`);
    return rows.map(({ data }) => data);
  };

  test('leaves the posts there', async () => {
    await addContainerPost(ref, member, { body: 'Mine' });
    expect((await leave(member)).status).toBe(200);
    expect([await jobs(), await bodies()]).toEqual([[], ['Mine']]);
  });

  test('takes them along if they ask for it, in batches, and nothing else', async () => {
    await addPost(member, { body: 'On my wall' });
    await addContainerPost(ref, owner, { body: 'Of the owner' });
    await addContainerPost(ref, member, { body: 'In its name', inItsName: true });
    const other = { type, id: await add(member) } as const;
    await addContainerPost(other, member, { body: 'Elsewhere' });
    // More than two batches of the job.
    for (let index = 0; index < 41; index += 1) await addContainerPost(ref, member);
    expect((await leave(member, { delete_posts: 1 })).status).toBe(200);
    const [leaver, more] = await jobs();
    expect(more).toBeUndefined();
    expect(leaver).toMatchObject({ ...ref, memberId: member.id });

    // Back again before the job runs.
    await addMembership(ref, member);
    await addContainerPost(ref, member, { body: 'Back' });
    const kept = ['On my wall', 'Of the owner', 'In its name', 'Elsewhere', 'Back'];
    await deleteLeaverRows(leaver!);
    expect(await bodies()).toEqual(kept);
    const [counted] = await db.execute<{ posts: number }>(sql`
      select post_count as posts from containers where type = ${type} and id = ${ref.id}`);
    expect(counted!.posts).toBe(3);
    await deleteLeaverRows(leaver!);
    expect(await bodies()).toEqual(kept);
  });

  test('deletes nothing if they may not leave, or do not belong to it', async () => {
    await addContainerPost(ref, owner, { body: 'Mine' });
    expect((await leave(owner, { delete_posts: 1 })).status).toBe(400);
    expect((await leave(await addMember(), { delete_posts: 1 })).status).toBe(404);
    expect([await jobs(), await bodies()]).toEqual([[], ['Mine']]);
  });
});

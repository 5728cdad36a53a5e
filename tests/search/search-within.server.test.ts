// @module-tag rights
import { beforeAll, describe, expect, test } from 'vitest';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { postsStatement } from '#domains/search/post-search.server.ts';
import { searchPostsWithin } from '#domains/search/search-within.server.ts';
import { prefixQuery } from '#lib/search-words.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addContainer, addContainerPost, addMembership } from '../containers/container-world.ts';
import { fill } from '../support/fill.ts';
import { addMember, addPost, block } from '../support/people.ts';
import { genericPlanOf } from '../support/plans.ts';

let ada: Member;
let bo: Member;
let outsider: Member;
beforeAll(async () => {
  [ada, bo, outsider] = [await addMember(), await addMember(), await addMember()];
});

const find = async (viewer: Viewer, container: ContainerRef, query: string) => {
  const found = await searchPostsWithin(viewer, container, { query, page: 1, limit: 20 });
  expect(found.total).toBe(found.results.length);
  return found.results.map(({ id }) => id);
};

describe('a search in a group', () => {
  test('finds its own posts alone, by the beginnings of their words', async () => {
    const [here, there] = [await addContainer(ada), await addContainer(ada)];
    await addPost(ada, { body: 'Sourdough at home' });
    await addContainerPost(there, ada, { body: 'Sourdough elsewhere' });
    const first = await addContainerPost(here, ada, { body: 'Sourdough and Éclairs' });
    const second = await addContainerPost(here, bo, { body: 'Nothing but sourdough' });
    expect(await find(bo, here, 'sourd')).toEqual([second, first]);
    expect(await find(bo, here, 'eclair sourdough')).toEqual([first]);
    expect(await find(visitor, here, 'eclair')).toEqual([first]);
    for (const query of ['', 'rye', `group${here.id}`, `@group${here.id}`])
      expect(await find(bo, here, query), query).toEqual([]);
  });

  test('follows a changed text', async () => {
    const group = await addContainer(ada);
    const id = await addContainerPost(group, ada, { body: 'Rye' });
    await db.execute(sql`update posts set body = 'Spelt' where id = ${id}`);
    expect(await find(bo, group, 'rye')).toEqual([]);
    expect(await find(bo, group, 'spelt')).toEqual([id]);
  });

  test('shows what its members write to nobody who sees its front alone', async () => {
    const closed = await addContainer(ada, { visibility: 'members', joinPolicy: 'approval' });
    await addMembership(closed, bo);
    const id = await addContainerPost(closed, ada, { body: 'Behind the door' });
    expect(await find(bo, closed, 'door')).toEqual([id]);
    for (const viewer of [outsider, visitor])
      expect(await find(viewer, closed, 'door')).toEqual([]);
    await addMembership(closed, bo, { state: 'banned' });
    expect(await find(bo, closed, 'door')).toEqual([]);
  });

  test('finds nothing of somebody between whom and the viewer a block stands', async () => {
    const group = await addContainer(ada);
    const id = await addContainerPost(group, bo, { body: 'From the other side' });
    expect(await find(outsider, group, 'side')).toEqual([id]);
    await block(bo, outsider);
    expect(await find(outsider, group, 'side')).toEqual([]);
  });
});

// Every word is everywhere on the site, and in the group long ago.
test('a common word in a small group is found by the word index', async () => {
  const group = await addContainer(ada);
  await addContainerPost(group, ada, { body: 'garden', publishedAt: '2024-05-01' });
  await fill((tx) =>
    tx.execute(sql`
      insert into posts (author_id, subject_id, object_id, body, audience, published_at)
      select ${ada.id}, ${ada.id}, ${ada.id}, 'garden', 'everyone',
        now() - n * interval '1 hour'
      from generate_series(1, 8000) n`),
  );
  await db.execute(sql`analyze posts, post_words`);
  const page = { offset: 0, limit: 20 };
  const plan = await genericPlanOf(postsStatement(bo, prefixQuery(['garden']), page, group));
  expect(plan.indexes).toContain('post_words_by_month');
  expect(plan.scanned).toEqual([]);
  expect(plan.rows.posts).toBeLessThan(10);
  // The newest 2,000 of the site, one probe for each month, and the post.
  expect(plan.rows.post_words).toBeLessThan(2_100);
});

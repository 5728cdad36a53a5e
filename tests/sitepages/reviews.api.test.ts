import { beforeAll, describe, expect, test } from 'vitest';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { readPage } from '#domains/sitepages/one-page.server.ts';
import { pageMeta } from '#domains/sitepages/page-meta.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';
import { addPage, addToPage, call } from './page-world.ts';

let owner: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
});

const good = { rating: 5, title: 'Fine', body: 'A fine club to row in.', recommend: 1 };
const review = (as: Member, id: number, fields: Record<string, string | number> = {}) =>
  call(as, 'POST', `/sitepage/reviews/create/${id}`, { ...good, ...fields });
const list = (as: Member, id: number, fields: Record<string, string | number> = {}) =>
  call(as, 'GET', `/sitepage/reviews/browse/${id}`, fields);
const numbers = async (as: Member, id: number) => {
  const { review_count, rating } = (await call(as, 'GET', `/sitepage/view/${id}`)).body.response;
  return [review_count, rating];
};

test('a member reviews a page once, changes and deletes it', async () => {
  const id = await addPage(owner);
  const [ann, ben] = [await addMember({ name: 'Ann' }), await addMember({ name: 'Ben' })];
  const { body } = await review(ann, id);
  const path = `${id}/${body.response.review_id}`;
  expect(body.response).toMatchObject({ rating: 5, owner_id: ann.id, can_edit: 1, can_answer: 0 });
  expect((await review(ann, id)).error_code).toBe('already_reviewed');
  expect((await review(owner, id)).status).toBe(401);
  await review(ben, id, { rating: 2, title: 'Wet', recommend: 0 });
  expect(await numbers(ben, id)).toEqual([2, 3.5]);
  const all = await list(ben, id);
  expect(all.body).toMatchObject({ total_reviews: 2, average: 3.5, canCreate: 0 });
  expect((await list(ben, id, { order: 'rating_lowest' })).body.reviews[0].title).toBe('Wet');
  expect((await list(ben, id, { recommend: 1 })).body.totalItemCount).toBe(1);
  expect((await list(ben, id, { show: 'self_reviews' })).body.totalItemCount).toBe(1);
  expect((await list(ben, id, { search: 'wet' })).body.totalItemCount).toBe(1);
  expect((await list(ben, id, { rating: 2 })).body.totalItemCount).toBe(1);
  const edit = (as: Member) =>
    call(as, 'POST', `/sitepage/reviews/edit/${path}`, { ...good, rating: 3 });
  expect((await edit(ben)).status).toBe(401);
  expect((await edit(ann)).body.response.rating).toBe(3);
  expect(await numbers(ben, id)).toEqual([2, 2.5]);
  expect(
    (await call(owner, 'POST', `/sitepage/reviews/answer/${path}`, { answer: 'Thank you.' })).body
      .response.answer,
  ).toBe('Thank you.');
  expect(
    (await call(ben, 'POST', `/sitepage/reviews/answer/${path}`, { answer: 'x' })).status,
  ).toBe(401);
  // The page cannot remove what is written about it.
  expect((await call(owner, 'DELETE', `/sitepage/reviews/delete/${path}`)).status).toBe(401);
  expect((await call(ann, 'DELETE', `/sitepage/reviews/delete/${path}`)).status).toBe(200);
  expect(await numbers(ben, id)).toEqual([1, 2]);
});

test('a review from before the page was opened stays with its members and its author', async () => {
  const id = await addPage(owner);
  const [ann, ben, cy] = [await addMember(), await addMember(), await addMember()];
  await addToPage(owner, id, ben);
  const { review_id } = (await review(ann, id)).body.response;
  await db.execute(sql`
    update page_reviews set created_at = now() - interval '1 hour' where id = ${review_id}`);
  await db.execute(sql`
    update containers
    set public_from = floor(extract(epoch from now()) * 1000)::bigint * 1024
    where type = 'page' and id = ${id}`);
  const counted = async (as: Member) => (await list(as, id)).body.totalItemCount;
  const like = (as: Member) =>
    call(as, 'POST', '/like', { subject_type: 'sitepage_review', subject_id: review_id });
  for (const as of [ann, ben, owner]) expect(await counted(as)).toBe(1);
  expect(await counted(cy)).toBe(0);
  expect((await like(cy)).status).toBe(404);
  expect((await like(ben)).status).toBeLessThan(300);
  await review(cy, id);
  expect([await counted(cy), await counted(ben)]).toEqual([1, 2]);
});

test('reviews of staff and of suspended members do not count, those of whom the owner blocks do', async () => {
  const id = await addPage(owner);
  const [ann, ben] = [await addMember(), await addMember()];
  await review(ann, id);
  await review(ben, id, { rating: 1 });
  await addToPage(owner, id, ann, 'moderator');
  expect(await numbers(owner, id)).toEqual([1, 1]);
  await call(owner, 'POST', `/sitepage/changerole/${id}`, { member_id: ann.id, role: 'member' });
  expect(await numbers(owner, id)).toEqual([2, 3]);
  await setStatus(ben, 'suspended');
  expect(await numbers(owner, id)).toEqual([1, 5]);
  await setStatus(ben, 'active');
  expect(await numbers(owner, id)).toEqual([2, 3]);
  await block(owner, ben);
  expect(await numbers(ann, id)).toEqual([2, 3]);
  expect((await list(ann, id)).body).toMatchObject({ total_reviews: 2, average: 3 });
});

test('the review of a friend whom the owner makes an admin does not count', async () => {
  const id = await addPage(owner);
  const ann = await addMember();
  await befriend(owner, ann);
  await review(ann, id);
  expect(await numbers(owner, id)).toEqual([1, 5]);
  const admin = { user_id: ann.id, action: 'add' };
  expect((await call(owner, 'POST', `/sitepage/manageadmins/${id}`, admin)).status).toBe(200);
  expect(await numbers(owner, id)).toEqual([0, 0]);
});

test('a page that hides its reviews shows no mean and takes none, until it shows them again', async () => {
  const id = await addPage(owner);
  const [ann, ben] = [await addMember(), await addMember()];
  const { body } = await review(ann, id);
  const show = (enabled: number) =>
    call(owner, 'POST', `/sitepage/apps/${id}`, { name: 'reviews', enabled });
  const edit = () =>
    call(ann, 'POST', `/sitepage/reviews/edit/${id}/${body.response.review_id}`, good);
  const meta = async () => pageMeta(await readPage(visitor, id), 'https://hearth.example').jsonLd;
  await show(0);
  expect(await numbers(ben, id)).toEqual([0, 0]);
  for (const as of [ben, ann, owner])
    expect((await list(as, id)).body).toMatchObject({
      total_reviews: 0,
      totalItemCount: 0,
      average: 0,
      canCreate: 0,
      reviews: [],
    });
  expect([(await review(ben, id)).status, (await edit()).status]).toEqual([401, 401]);
  expect(await meta()).not.toHaveProperty('aggregateRating');
  const information = (await call(ben, 'GET', `/sitepage/information/${id}`)).body;
  expect(information.profile_information).not.toHaveProperty('Reviews');
  await show(1);
  expect(await numbers(ben, id)).toEqual([1, 5]);
  expect((await list(ben, id)).body).toMatchObject({ total_reviews: 1, average: 5, canCreate: 1 });
  expect(await meta()).toHaveProperty('aggregateRating');
  expect([(await review(ben, id)).status, (await edit()).status]).toEqual([200, 200]);
});

test('a review counts when the owner and its author block each other, before or after it', async () => {
  const id = await addPage(owner);
  const [ann, ben, cy] = [await addMember(), await addMember(), await addMember()];
  await block(owner, ann);
  await review(ann, id, { rating: 1 });
  await review(ben, id, { rating: 4 });
  await block(owner, ben);
  await review(cy, id, { rating: 4 });
  await block(cy, owner);
  for (const viewer of [owner, ben, await addMember()])
    expect(await numbers(viewer, id)).toEqual([3, 3]);
});

test('a review of another page, wrong values and a blocked author', async () => {
  const [id, otherId] = [await addPage(owner), await addPage(owner)];
  const [ann, ben] = [await addMember(), await addMember()];
  const { body } = await review(ann, id);
  const foreign = `${otherId}/${body.response.review_id}`;
  expect((await call(ann, 'DELETE', `/sitepage/reviews/delete/${foreign}`)).status).toBe(404);
  const wrongFields: Array<Record<string, string | number>> = [
    { rating: 0 },
    { rating: 6 },
    { rating: '4.5' },
    { title: '' },
    { body: 'short' },
  ];
  for (const wrong of wrongFields)
    expect((await review(ben, id, wrong)).status, JSON.stringify(wrong)).toBe(400);
  await block(ann, ben);
  expect((await list(ben, id)).body.reviews).toEqual([]);
  const helpful = { subject_type: 'sitepage_review', subject_id: body.response.review_id };
  expect((await call(ben, 'POST', '/like', helpful)).status).toBe(404);
  expect((await call(owner, 'POST', '/like', helpful)).status).toBe(200);
  // Nobody finds the own review helpful.
  expect((await call(ann, 'POST', '/like', helpful)).status).toBe(401);
});

test('the owner is notified of a review', async () => {
  const id = await addPage(owner);
  await review(await addMember({ name: 'Ann' }), id);
  expect((await call(owner, 'GET', '/notifications')).body.recentUpdates[0]).toMatchObject({
    type: 'sitepage_review',
    url: `/pages/page/${id}`,
  });
});

describe('the eleventh review by a new member within a day', () => {
  let page: number;
  let late: Member;
  let heldId: number;
  const moderate = (decision: 'dismiss' | 'remove') =>
    call(moderator, 'POST', '/admin/reports/decide', {
      type: 'sitepage_review',
      id: heldId,
      decision,
    });
  let moderator: Member;
  const listed = async (as: Member) => (await list(as, page)).body.totalItemCount as number;
  const reviewNotices = async () => {
    const { recentUpdates } = (await call(owner, 'GET', '/notifications')).body;
    const own = (recentUpdates as Array<{ type: string; object_id: number }>).filter(
      ({ type, object_id }) => type === 'sitepage_review' && object_id === page,
    );
    return own.length;
  };

  beforeAll(async () => {
    moderator = await addMember({ name: 'Mo', role: 'moderator' });
    page = await addPage(owner);
    for (let nth = 0; nth < 10; nth += 1) await review(await addMember(), page, { rating: 1 });
    await call(owner, 'POST', '/notifications/markallread');
  });

  test('is held back, and seen by its author only', async () => {
    late = await addMember({ name: 'Late' });
    const { body } = await review(late, page, { rating: 1, title: 'Held' });
    heldId = body.response.review_id;
    expect(body.response.pending).toBe(1);
    expect(await listed(owner)).toBe(10);
    expect(await listed(moderator)).toBe(10);
    expect(await listed(late)).toBe(11);
    expect(await numbers(owner, page)).toEqual([10, 1]);
    const like = { subject_type: 'sitepage_review', subject_id: heldId };
    expect((await call(owner, 'POST', '/like', like)).status).toBe(404);
    const answer = { answer: 'No.' };
    expect(
      (await call(owner, 'POST', `/sitepage/reviews/answer/${page}/${heldId}`, answer)).status,
    ).toBe(404);
    const queue = await call(moderator, 'GET', '/admin/reports');
    expect(queue.body.response).toMatchObject([
      { type: 'sitepage_review', id: heldId, body: null },
    ]);
  });

  test('changed, it is looked at as it is now', async () => {
    await call(late, 'POST', `/sitepage/reviews/edit/${page}/${heldId}`, { ...good, title: 'New' });
    expect(await listed(owner)).toBe(10);
    const viewed = await call(moderator, 'POST', '/admin/reports/view', {
      type: 'sitepage_review',
      id: heldId,
    });
    expect(viewed.body).toMatchObject({ report_count: 1, body: `New\n${good.body}` });
  });

  test('is shown and counted once a moderator dismisses the report, not before', async () => {
    const old = await addMember({ name: 'Old' });
    await db.execute(
      sql`update members set created_at = now() - interval '31 days' where id = ${old.id}`,
    );
    expect((await review(old, page)).body.response.pending).toBe(0);
    expect(await numbers(owner, page)).toEqual([11, 1.4]);
    expect((await moderate('dismiss')).status).toBe(200);
    expect(await listed(owner)).toBe(12);
    expect(await numbers(owner, page)).toEqual([12, 1.7]);
    expect(await reviewNotices()).toBeGreaterThan(0);
  });

  test('is deleted when it is removed', async () => {
    const spam = await addMember();
    heldId = (await review(spam, page)).body.response.review_id;
    expect((await moderate('remove')).status).toBe(200);
    expect(await listed(spam)).toBe(12);
  });
});

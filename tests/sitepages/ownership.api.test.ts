import { beforeAll, describe, expect, test } from 'vitest';
import { findOffer } from '#domains/containers/ownership/ownership.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, block } from '../support/people.ts';
import { addPage, addToPage, call } from './page-world.ts';

let owner: Member;
let successor: Member;
let other: Member;
let id: number;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  successor = await addMember({ name: 'Hera' });
  other = await addMember({ name: 'Otto' });
  id = await addPage(owner);
  await addToPage(owner, id, successor, 'admin');
});

const status = async (...args: Parameters<typeof call>) => (await call(...args)).status_code;
const ownerOf = async (page: number) =>
  (await call(owner, 'GET', `/sitepage/view/${page}`)).body.response.owner_id as number;

describe('ownership', () => {
  test('is offered, declined, withdrawn and accepted, and only by those whom it concerns', async () => {
    const offer = (as: Member, to: Member) =>
      status(as, 'POST', `/sitepage/offer-ownership/${id}`, { user_id: to.id });
    const accept = (as: Member) => status(as, 'POST', `/sitepage/accept-ownership/${id}`);
    const end = (as: Member) => status(as, 'POST', `/sitepage/end-ownership-offer/${id}`);
    expect(await offer(successor, successor)).toBe(401);
    expect(await offer(owner, other)).toBe(404);
    expect(await accept(successor)).toBe(404);
    expect(await offer(owner, successor)).toBe(204);
    const notifications = await call(successor, 'GET', '/notifications');
    expect(JSON.stringify(notifications.body)).toContain('sitepage_ownership');
    expect(await end(other)).toBe(404);
    expect(await end(successor)).toBe(204);
    expect(await accept(successor)).toBe(404);
    await offer(owner, successor);
    expect(await end(owner)).toBe(204);
    expect(await accept(successor)).toBe(404);
    await offer(owner, successor);
    expect(await accept(other)).toBe(404);
    expect(await ownerOf(id)).toBe(owner.id);
    expect(await accept(successor)).toBe(204);
    expect(await ownerOf(id)).toBe(successor.id);
    expect(await accept(successor)).toBe(404);
    const after = await call(owner, 'GET', `/sitepage/view/${id}`);
    expect(after.body.response.role).toBe('admin');
  });

  test('is accepted by whoever owns fewer pages than its package allows', async () => {
    const page = await addPage(owner);
    const keen = await addMember();
    await addToPage(owner, page, keen);
    await call(owner, 'POST', `/sitepage/offer-ownership/${page}`, { user_id: keen.id });
    const accept = () => status(keen, 'POST', `/sitepage/accept-ownership/${page}`);
    await db.execute(sql`
      insert into containers (type, owner_id, title)
      select 'page', ${keen.id}, 'Page ' || number
      from generate_series(1, (select quota from page_packages where is_default)) number`);
    expect(await accept()).toBe(401);
    // A package that has ended allows no more than the default one.
    await db.execute(sql`
      with gold as (
        insert into page_packages (title, quota)
        select 'Gold', quota + 10 from page_packages where is_default
        returning id
      )
      update sitepages
      set package_id = gold.id, package_until = now() - interval '1 hour'
      from gold
      where sitepages.id = ${page}`);
    expect(await accept()).toBe(401);
    expect(await ownerOf(page)).toBe(owner.id);
    await db.execute(sql`delete from containers where owner_id = ${keen.id} and title = 'Page 1'`);
    expect(await accept()).toBe(204);
  });

  test('an offer ends after 7 days, and with a block', async () => {
    const page = await addPage(owner);
    const friend = await addMember();
    await addToPage(owner, page, friend);
    const offer = () =>
      call(owner, 'POST', `/sitepage/offer-ownership/${page}`, { user_id: friend.id });
    const accept = () => status(friend, 'POST', `/sitepage/accept-ownership/${page}`);
    await offer();
    await db.execute(
      sql`update ownership_offers set expires_at = now() where type = 'page' and id = ${page}`,
    );
    expect(await accept()).toBe(404);
    await offer();
    await block(friend, owner);
    for (const member of [owner, friend])
      expect(await findOffer(member, { type: 'page', id: page })).toBeUndefined();
    // Lifting the block does not bring it back.
    await db.execute(sql`delete from blocks where blocker_id = ${friend.id}`);
    expect(await accept()).toBe(404);
    expect(await ownerOf(page)).toBe(owner.id);
  });
});

describe('the log', () => {
  test('names what the staff did, for admins only', async () => {
    const page = await addPage(owner);
    await addToPage(owner, page, other, 'moderator');
    const read = (as: Member) => call(as, 'GET', `/sitepage/audit-log/${page}`);
    const { body } = await read(owner);
    expect(body.response[0]).toMatchObject({
      action: 'change_role',
      displayname: 'Olga',
      target_id: other.id,
    });
    expect(body.totalItemCount).toBe(body.response.length);
    expect((await read(other)).status).toBe(401);
    expect((await read(successor)).status).toBe(401);
  });
});

describe('invite links', () => {
  const create = (as: Member, page: number, fields = {}) =>
    call(as, 'POST', `/sitepage/invite-links/${page}`, fields);
  const join = (as: Member, url: string) =>
    call(as, 'POST', `/sitepage/join-by-link/${url.split('/').at(-1)}`);

  test('let members join a page that needs approval, as often as they allow', async () => {
    const page = await addPage(owner, { member_approval: 1 });
    const [first, second] = [await addMember(), await addMember()];
    expect((await create(first, page)).status).toBe(401);
    const { body } = await create(owner, page, { uses: 1 });
    expect((await join(first, body.url)).body).toEqual({ page_id: page });
    expect((await join(second, body.url)).status).toBe(404);
    expect((await call(owner, 'GET', `/sitepage/invite-links/${page}`)).body.response).toEqual([]);
  });

  test('end when the staff of their page ends them', async () => {
    const [page, foreign] = [await addPage(owner), await addPage(other)];
    const { body } = await create(owner, page);
    const end = (as: Member, from: number) =>
      status(as, 'DELETE', `/sitepage/invite-links/${from}/${body.link_id}`);
    expect(await end(other, foreign)).toBe(404);
    expect(await end(successor, page)).toBe(401);
    expect(await end(owner, page)).toBe(204);
    expect((await join(successor, body.url)).status).toBe(404);
  });

  test('are not found if they do not exist', async () => {
    expect((await join(successor, `x/${'a'.repeat(43)}`)).status).toBe(404);
    expect((await join(successor, 'x/short')).status).toBe(400);
  });
});

describe('questions', () => {
  test('have to be answered to ask to join, for the staff to read', async () => {
    const page = await addPage(owner, { member_approval: 1 });
    const asker = await addMember();
    await call(owner, 'POST', `/sitepage/edit/${page}`, {
      question1: 'Do you row?',
      question3: 'Since when?',
    });
    const ask = (fields = {}) => call(asker, 'POST', `/sitepage/join/${page}`, fields);
    expect((await ask()).status).toBe(400);
    expect((await ask({ answer1: 'Yes' })).status).toBe(400);
    expect((await ask({ answer1: 'Yes', answer2: '2019' })).body.membership).toBe('pending');
    const { body } = await call(owner, 'GET', `/sitepage/pending-requests/${page}`);
    expect(body.pending_requests[0].answers).toEqual([
      { question: 'Do you row?', answer: 'Yes' },
      { question: 'Since when?', answer: '2019' },
    ]);
    await call(owner, 'POST', `/sitepage/edit/${page}`, { question1: '' });
    const form = await call(owner, 'GET', `/sitepage/edit/${page}`);
    expect(form.body.formValues).toMatchObject({ question1: '', question2: '' });
  });
});

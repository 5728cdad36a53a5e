import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  changeCategory,
  deleteCategory,
} from '#domains/containers/categories/categories.server.ts';
import {
  moveContents,
  renewWords,
} from '#domains/containers/categories/category-batches.server.ts';
import { acceptOwnership } from '#domains/containers/ownership/ownership.server.ts';
import { decideReports } from '#domains/moderation/queue/queue.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { deleteAccount } from '#domains/settings/deletion.server.ts';
import { db } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { env } from '#server/env.ts';
import { startJobs, stopJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addEvent } from '../events/event-world.ts';
import { addGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import {
  countDeadlocks,
  everyPair,
  outcome,
  runPairs,
  type Outcome,
  type Write,
} from '../support/pairs-of-writes.ts';
import { addMember, givePassword } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';

// Two changes of containers in the same categories at once (docs/locking.md).

/** One of two containers: this one may move where the other is. */
interface Side {
  owner: Member;
  id: number;
  category: number;
  next: number;
}

interface Kind {
  table: string;
  add: (owner: Member, fields: Fields) => Promise<number>;
  create: Write<Pick<Side, 'owner' | 'category'>>;
  /** Past all rules, before both writes begin. */
  prepare: Record<string, (side: Side) => Promise<unknown>>;
  writes: Record<string, Write<Side>>;
}

let host: Member;
let password: string;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 100_000;
  await startJobs([]);
  host = await addMember({ name: 'Hera', role: 'admin' });
  password = await givePassword(host);
});
afterAll(() => stopJobs());

const setContainer = (type: string, fields: string) => (side: Side) =>
  db.execute(sql`
    update containers set ${sql.raw(fields)} where type = ${type} and id = ${side.id}`);

const asOwner =
  (method: 'POST' | 'DELETE', path: string, fields: (side: Side) => Fields = () => ({})) =>
  (side: Side) =>
    send(method, `${path}/${side.id}`, fields(side), { as: side.owner });

const asHost =
  (path: string, fields: (side: Side) => Fields): Write<Side> =>
  (side) =>
    send('POST', path, fields(side), { as: host });

/** Writes that every kind has. */
const commonPrepare = (type: string): Kind['prepare'] => ({
  remove: ({ id, owner }) =>
    db.execute(sql`
      insert into reports (reporter_id, subject_type, subject_id, author_id, category, content)
      values (
        ${host.id}, ${type}, ${id}, ${owner.id}, 'spam',
        '{ "path": "/", "body": "", "isPublic": true }'
      )`),
  accept: async (side) => {
    await setContainer(
      type,
      `owner_id = null, state = 'archived', state_before_custody = 'open'`,
    )(side);
    await db.execute(sql`
      update memberships set role = 0 where type = ${type} and id = ${side.id}`);
    await db.execute(sql`
      insert into ownership_offers (type, id, recipient_id, offered_at, expires_at)
      values (${type}, ${side.id}, ${side.owner.id}, now(), now() + interval '1 day')`);
  },
});
const commonWrites = (type: string): Kind['writes'] => ({
  remove: ({ id }) => outcome(decideReports(host, { decision: 'remove', type, id } as never)),
  accept: ({ owner, id }) => outcome(acceptOwnership(owner, { type, id })),
  leave: ({ owner }) => outcome(deleteAccount(owner, password)),
  rename: ({ category }) =>
    outcome(
      changeCategory(host, type, category, {
        title: `Renamed ${category}`,
        parentId: 0,
        position: 1,
      }),
    ),
  deleteCategory: ({ category, next }) => outcome(deleteCategory(host, type, category, next)),
  moveContents: ({ category, next }) =>
    outcome(moveContents({ type, id: category, targetId: next })),
  renewWords: ({ category }) => outcome(renewWords({ type, id: category, after: 0 })),
});

const kinds: Record<string, Kind> = {
  page: {
    table: 'page_categories',
    add: addPage,
    create: ({ owner, category }) =>
      send(
        'POST',
        '/sitepages/create',
        { title: 'Rowing', category_id: category, body: 'We row.' },
        { as: owner },
      ),
    prepare: {
      ...commonPrepare('page'),
      publish: setContainer('page', `state = 'draft'`),
      approve: setContainer('page', `state = 'pending'`),
      decline: setContainer('page', `state = 'pending'`),
      open: setContainer('page', `state = 'archived'`),
      list: setContainer('page', `is_listed = false, visibility = 'members'`),
    },
    writes: {
      ...commonWrites('page'),
      create: (side) => kinds.page!.create(side),
      move: asOwner('POST', '/sitepage/edit', ({ next }) => ({
        category_id: next,
        title: 'Moved',
      })),
      moveAndHide: asOwner('POST', '/sitepage/edit', ({ next }) => ({
        category_id: next,
        search: 0,
        auth_view: 'registered',
      })),
      edit: asOwner('POST', '/sitepage/edit', () => ({ title: 'Edited', body: 'Edited.' })),
      list: asOwner('POST', '/sitepage/edit', () => ({ search: 1, confirm: 1 })),
      close: asOwner('POST', '/sitepage/close'),
      open: asOwner('POST', '/sitepage/close'),
      publish: asOwner('POST', '/sitepage/publish'),
      approve: asHost('/admin/pages/approve', ({ id }) => ({ page_id: id })),
      decline: asHost('/admin/pages/decline', ({ id }) => ({ page_id: id, reason: 'No.' })),
      delete: asOwner('DELETE', '/sitepage/delete', () => ({ password })),
    },
  },
  event: {
    table: 'event_categories',
    add: addEvent,
    create: ({ owner, category }) =>
      send(
        'POST',
        '/events/create',
        {
          title: 'Tea',
          category_id: category,
          description: 'With cake.',
          starttime: '2097-05-01 10:00:00',
          endtime: '2097-05-01 12:00:00',
        },
        { as: owner },
      ),
    prepare: { ...commonPrepare('event'), open: setContainer('event', `state = 'archived'`) },
    writes: {
      ...commonWrites('event'),
      create: (side) => kinds.event!.create(side),
      move: asOwner('POST', '/events/edit', ({ next }) => ({ category_id: next, title: 'Moved' })),
      moveAndHide: asOwner('POST', '/events/edit', ({ next }) => ({
        category_id: next,
        search: 0,
        auth_view: 'owner_member',
      })),
      cancel: asOwner('POST', '/events/cancel', () => ({ reason: 'Rain' })),
      close: asOwner('POST', '/events/archive', () => ({ archive: 1 })),
      open: asOwner('POST', '/events/archive', () => ({ archive: 0 })),
      delete: asOwner('DELETE', '/events/delete', () => ({ password })),
    },
  },
  group: {
    table: 'group_categories',
    add: addGroup,
    create: ({ owner, category }) =>
      send(
        'POST',
        '/groups/create',
        { title: 'Bakers', category_id: category, description: 'We bake.' },
        { as: owner },
      ),
    prepare: { ...commonPrepare('group'), open: setContainer('group', `state = 'archived'`) },
    writes: {
      ...commonWrites('group'),
      create: (side) => kinds.group!.create(side),
      move: asOwner('POST', '/groups/edit', ({ next }) => ({ category_id: next, title: 'Moved' })),
      moveAndHide: asOwner('POST', '/groups/edit', ({ next }) => ({
        category_id: next,
        privacy: 'secret',
      })),
      close: asOwner('POST', '/groups/archive', () => ({ archive: 1 })),
      open: asOwner('POST', '/groups/archive', () => ({ archive: 0 })),
      delete: asOwner('DELETE', '/groups/delete', () => ({ password })),
    },
  },
};

async function addCategory({ table }: Kind): Promise<number> {
  const [row] = await db.execute<{ id: number }>(sql`
    insert into ${sql.identifier(table)} (title)
    values ('Category ' || gen_random_uuid())
    returning id`);
  return row!.id;
}

async function addOwner(): Promise<Member> {
  const owner = await addMember();
  await db.execute(sql`
    update members
    set password_hash = model.password_hash
    from members model
    where model.id = ${host.id} and members.id = ${owner.id}`);
  return owner;
}

/** Two containers whose categories are those to which the other may move. */
async function addSides(kind: Kind): Promise<[Side, Side]> {
  const [one, second] = [await addCategory(kind), await addCategory(kind)];
  const add = async (category: number, next: number): Promise<Side> => {
    const owner = await addOwner();
    return { owner, id: await kind.add(owner, { category_id: category }), category, next };
  };
  return [await add(one, second), await add(second, one)];
}

/** A busy pool refuses; clients send again. */
async function untilTaken(write: () => Promise<Outcome>): Promise<Outcome> {
  const answer = await write();
  return answer.status === 503 ? untilTaken(write) : answer;
}

/** Categories that do not count the pages that are in lists. */
const miscounted = () =>
  db.execute(sql`
    select category.id, category.page_count, counted.count
    from page_categories category
    cross join lateral (
      select count(*)::int as count
      from sitepages p
      join containers c on c.type = 'page' and c.id = p.id
      where p.category_id = category.id and c.state = 'open' and c.is_listed
    ) counted
    where counted.count <> category.page_count`);

test('every kind with categories is here', () => {
  const categorized = [...entriesOf('containerKinds')].filter(([, { categories }]) => categories);
  expect(Object.keys(kinds).toSorted()).toEqual(categorized.map(([type]) => type).toSorted());
});

test.each(Object.keys(kinds).flatMap((type) => [2, 12].map((count) => [count, type] as const)))(
  '%i members who create a %s in one category at once all succeed',
  async (count, type) => {
    const kind = kinds[type]!;
    const before = await countDeadlocks();
    for (let round = 0; round < 5; round += 1) {
      const category = await addCategory(kind);
      const owners: Member[] = [];
      while (owners.length < count) owners.push(await addOwner());
      const answers = await Promise.all(
        owners.map((owner) => untilTaken(() => kind.create({ owner, category }))),
      );
      expect(answers.map(({ status }) => status)).toEqual(owners.map(() => 200));
    }
    expect(await countDeadlocks()).toBe(before);
    expect(await miscounted()).toEqual([]);
  },
);

describe.each(Object.entries(kinds))('%s', (_, kind) => {
  const prepare = (name: string, side: Side) => kind.prepare[name]?.(side);

  test('each write of the table succeeds alone', async () => {
    const refused: string[] = [];
    for (const [name, write] of Object.entries(kind.writes)) {
      const [side] = await addSides(kind);
      await prepare(name, side);
      const { status, text } = await write(side);
      if (status >= 300) refused.push(`${name}: ${text}`);
    }
    expect(refused).toEqual([]);
  });

  test('no two writes of two containers deadlock', { timeout: 300_000 }, async () => {
    const failed = await runPairs(everyPair(Object.keys(kind.writes)), async (one, second) => {
      const sides = await addSides(kind);
      await prepare(one, sides[0]);
      await prepare(second, sides[1]);
      return Promise.all([kind.writes[one]!(sides[0]), kind.writes[second]!(sides[1])]);
    });
    expect(failed).toEqual([]);
    expect(await miscounted()).toEqual([]);
  });
});

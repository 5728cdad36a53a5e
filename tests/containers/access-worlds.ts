import type { SQL } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import {
  containerStates,
  hasRoleOf,
  mayAddPhotos,
  mayComment,
  mayEdit,
  mayFind,
  mayInvite,
  mayKnow,
  mayModerate,
  mayPost,
  mayRead,
  mayReadMembers,
  mayReadPost,
  membershipStates,
  removalRole,
  roles,
  visibilities,
  type ContainerFacts,
  type Relation,
} from '#domains/containers/container-access.rules.ts';
import {
  commentableFor,
  findableContainer,
  knownContainer,
  membersReadable,
  postingIn,
  readableContainer,
  readableContainerPost,
  readableFrom,
} from '#domains/containers/container-access.server.ts';
import {
  editableBy,
  findContainerKind,
  photosAddableBy,
  type ContainerKind,
} from '#domains/containers/container-kinds.server.ts';
import { removalRoleOf } from '#domains/containers/container-rows.server.ts';
import { isMember, visitor, type Viewer } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend } from '../support/people.ts';

// Every relation of a member to every container, in the rules and in SQL: two faces of one policy.

const publicReading = env().PUBLIC_READING;
afterAll(() => void (env().PUBLIC_READING = publicReading));

const containersOf = (types: readonly ContainerType[]) =>
  fc.record({
    type: fc.constantFrom(...types),
    state: fc.constantFrom(...containerStates),
    visibility: fc.constantFrom(...visibilities),
    isListed: fc.boolean(),
    postPolicy: fc.constantFrom('members' as const, 'approval' as const, 'staff' as const),
    commentPolicy: fc.constantFrom('readers' as const, 'members' as const, 'staff' as const),
    photoPolicy: fc.constantFrom('members' as const, 'staff' as const),
    newcomerPosts: fc.constantFrom(0, 2),
    publicFrom: fc.constantFrom(null, 1_000),
    isInCustody: fc.boolean(),
  });
const memberships = fc.record({
  state: fc.constantFrom(undefined, ...membershipStates),
  role: fc.constantFrom(0, 10, 20),
  publishedPosts: fc.constantFrom(0, 2),
  ban: fc.constantFrom('for good', 'for a day', 'ended'),
});

/** The condition of the kind of each row, as the registry has it. */
const byType = (
  types: readonly ContainerType[],
  condition: (kind: ContainerKind) => SQL,
): SQL => sql`
  case c.type ${sql.join(
    types.map((type) => sql`when ${type} then ${condition(findContainerKind(type)!)}`),
    sql` `,
  )} end`;

type World = [Container, Membership, [Container, Membership] | undefined];
type Container = Fields<typeof containersOf> & { ownerId?: number | null };
type Membership = Fields<() => typeof memberships>;
type Fields<Make extends (...types: never[]) => unknown> =
  ReturnType<Make> extends fc.Arbitrary<infer Value> ? Value : never;

/** Without an owner most states are impossible. */
function settleOwner(container: Container, ownerId: number): void {
  const { isInCustody, state } = container;
  Object.assign(container, {
    state: isInCustody && !['removed', 'declined'].includes(state) ? 'archived' : state,
    ownerId: isInCustody ? null : ownerId,
  });
}

async function insertContainer(one: Container, parent?: { type: string; id: number }) {
  const [row] = await db.execute<{ id: number }>(sql`
    insert into containers (
      type, parent_type, parent_id, owner_id, title, state, visibility, is_listed, post_policy,
      comment_policy, photo_policy, newcomer_posts, public_from
    )
    values (
      ${one.type}, ${parent?.type ?? null}, ${parent?.id ?? null}, ${one.ownerId ?? null}, 'x',
      ${one.state}, ${one.visibility}, ${one.isListed}, ${one.postPolicy}, ${one.commentPolicy},
      ${one.photoPolicy}, ${one.newcomerPosts}, ${one.publicFrom}
    )
    returning id`);
  return { type: one.type, id: Number(row!.id) };
}

/** The same membership of every viewer. */
async function insertMemberships(
  { type, id }: { type: string; id: number },
  { state, role, publishedPosts, ban }: Membership,
  viewers: Viewer[],
): Promise<void> {
  if (state === undefined) return;
  const until = { 'for good': null, 'for a day': '1 day', ended: '-1 day' }[ban];
  const ids = viewers.flatMap((one) => (isMember(one) ? [one.id] : []));
  await db.execute(sql`
    insert into memberships (type, id, member_id, state, role, published_posts, banned_until)
    select ${type}, ${id}, m.id, ${state}, ${state === 'member' ? role : 0}, ${publishedPosts},
      now() + ${until}::interval
    from members m
    where m.id = any (${sql.param(ids)}::bigint[])`);
}

const factsOf = (container: Container) =>
  ({ joinPolicy: 'open', invitePolicy: 'members', ...container }) as unknown as ContainerFacts;

const toMembership = ({ state, role, publishedPosts, ban }: Membership) => {
  const isEnded = state === 'banned' && ban === 'ended';
  const shown = isEnded ? 'none' : state;
  return shown && { state: shown, role: shown === 'member' ? role : roles.member, publishedPosts };
};

/**
 * Random containers of these kinds: rules and SQL agree for every viewer and membership.
 * @param parents kinds in which they may lie
 */
export function testAccess(
  types: readonly ContainerType[],
  numRuns: number,
  parents: readonly ContainerType[] = [],
): void {
  const parentWorlds = parents.length
    ? fc.option(fc.tuple(containersOf(parents), memberships), { nil: undefined, freq: 4 })
    : fc.constant(undefined);
  test('rules and SQL agree for every viewer, container and membership', async () => {
    const owner = await addMember();
    const friend = await addMember();
    const friendOfFriend = await addMember();
    const stranger = await addMember();
    const moderator = await addMember({ role: 'moderator' });
    await befriend(owner, friend);
    await befriend(friend, friendOfFriend);
    const viewers: Viewer[] = [visitor, owner, friend, friendOfFriend, stranger, moderator];
    let checked = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(containersOf(types), memberships, parentWorlds), {
          minLength: 12,
          maxLength: 12,
        }),
        fc.boolean(),
        async (worlds: World[], isPublicReading) => {
          env().PUBLIC_READING = isPublicReading;
          await db.execute(sql`delete from containers`);
          const ids: number[] = [];
          for (const [container, membership, parent] of worlds) {
            settleOwner(container, owner.id);
            if (parent) settleOwner(parent[0], owner.id);
            const outer = parent && (await insertContainer(parent[0]));
            if (outer) await insertMemberships(outer, parent[1], viewers);
            const ref = await insertContainer(container, outer);
            await insertMemberships(ref, membership, viewers);
            ids.push(ref.id);
          }
          for (const viewer of viewers) {
            const c = sql`c`;
            const member = isMember(viewer) ? viewer : undefined;
            const rows = await db.execute<Record<string, unknown>>(sql`
            select c.id, ${readableContainer(viewer, c)} as read,
              ${byType(types, (kind) => kind.readable(viewer, sql`row_id`))} as "readKind",
              ${byType(types, (kind) => kind.known(viewer, sql`row_id`))} as "listedKind",
              ${readableContainerPost(viewer, c, sql`500::bigint`)} as "readOld",
              ${readableFrom(viewer, sql`row_type`, sql`row_id`)}::int as "readableFrom",
              ${knownContainer(viewer, c)} as listed,
              ${findableContainer(viewer, c)} as found,
              ${membersReadable(viewer, c)} as members,
              ${membersReadable(viewer, c, sql`false`)} as "ownMembers",
              ${member ? postingIn(member, c) : sql`null::text`} as posting,
              ${member ? byType(types, (kind) => kind.moderated(member, sql`row_id`)) : sql`false`} as moderating,
              ${member ? editableBy(member, c) : sql`false`} as editing,
              ${member ? photosAddableBy(member, c) : sql`false`} as "addingPhotos",
              ${member ? commentableFor(member, c) : sql`false`} as commentable
            from (select c.*, c.type as row_type, c.id as row_id from containers c) c
            where c.id = any (${sql.param(ids)}::bigint[])
            order by c.id`);
            for (const [index, [container, membership, parent]] of worlds.entries()) {
              const facts = factsOf(container);
              const relationTo = (one: ContainerFacts, own: Membership): Relation => ({
                viewerId: member?.id ?? null,
                isSiteModerator: member === moderator,
                isPublicReading,
                membership: member ? toMembership(own) : undefined,
                isFriendOfOwner: one.ownerId !== null && member === friend,
                hasFriendInCommon: one.ownerId !== null && member === friendOfFriend,
              });
              const outer = parent && {
                container: factsOf(parent[0]),
                relation: relationTo(factsOf(parent[0]), parent[1]),
              };
              const own = relationTo(facts, membership);
              const relation: Relation = { ...own, ...(outer ? { parent: outer } : {}) };
              // The narrower of both, whatever the rules say of the two together.
              if (outer) {
                const isReader = mayRead(outer.container, outer.relation);
                expect(mayRead(facts, relation)).toBe(isReader && mayRead(facts, own));
                const isBanned = outer.relation.membership?.state === 'banned';
                const isClosed = !isReader || isBanned || outer.container.state !== 'open';
                if (isClosed)
                  expect([
                    mayPost(facts, relation),
                    mayComment(facts, relation),
                    mayInvite(facts, relation),
                  ]).toEqual([false, false, false]);
                if (!isReader) {
                  expect([mayFind(facts, relation), mayModerate(relation)]).toEqual([false, false]);
                  if (own.membership?.state !== 'member')
                    expect(mayKnow(facts, relation)).toBe(false);
                }
              }
              const kind = findContainerKind(container.type)!;
              const readsOld = mayReadPost(facts, relation, { sortKey: 500 });
              const readableKey = mayReadPost(facts, relation, { sortKey: 1_000 }) ? 1_000 : null;
              const expected = {
                read: mayRead(facts, relation),
                readableFrom: readsOld ? 0 : readableKey,
                readKind: mayRead(facts, relation),
                listedKind: mayKnow(facts, relation),
                readOld: readsOld,
                listed: mayKnow(facts, relation),
                found: mayFind(facts, relation),
                members: mayReadMembers(facts, relation, true),
                ownMembers: mayReadMembers(facts, relation, false),
                posting: { false: null, true: 'now', approval: 'approval' }[
                  String(mayPost(facts, relation)) as 'true'
                ],
                moderating: mayModerate(relation),
                editing: mayEdit(facts, relation, kind.editRole),
                addingPhotos:
                  kind.photos !== undefined && mayAddPhotos(facts, relation, kind.photos.role),
              };
              const row = rows[index]!;
              expect(
                Object.fromEntries(Object.keys(expected).map((name) => [name, row[name]])),
                JSON.stringify({ container, membership, relation }),
              ).toEqual(expected);
              // Rows say it to the screens; both are about containers that the viewer knows.
              if (member && expected.listed) {
                const state = relation.membership?.state ?? 'none';
                // A member whom the parent does not admit has no role left.
                const isGuest = state === 'member' && !hasRoleOf(relation, roles.member);
                const role = isGuest ? 0 : (relation.membership?.role ?? 0);
                const row = { isMemberListShown: expected.members, membership: state, role };
                expect(removalRoleOf(row, member)).toBe(
                  isGuest
                    ? Math.max(0, removalRole(facts, relation))
                    : removalRole(facts, relation),
                );
              }
              // SQL asks it of posts that the viewer reads.
              if (expected.read)
                expect(row.commentable, JSON.stringify({ container, membership, relation })).toBe(
                  mayComment(facts, relation),
                );
              checked += 1;
            }
          }
        },
      ),
      { numRuns },
    );
    expect(checked).toBe(numRuns * 12 * 6);
  });
}

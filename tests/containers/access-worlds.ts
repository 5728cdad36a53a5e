import type { SQL } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import {
  containerStates,
  mayAddPhotos,
  mayComment,
  mayEdit,
  mayFind,
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

/** Random containers of these kinds: rules and SQL agree for every viewer and membership. */
export function testAccess(types: readonly ContainerType[], numRuns: number): void {
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
        fc.array(fc.tuple(containersOf(types), memberships), { minLength: 12, maxLength: 12 }),
        fc.boolean(),
        async (worlds, isPublicReading) => {
          env().PUBLIC_READING = isPublicReading;
          await db.execute(sql`delete from containers`);
          await db.execute(
            sql`select setval(pg_get_serial_sequence('containers', 'id'), 1, false)`,
          );
          for (const [container] of worlds) {
            const ownerId = container.isInCustody ? null : owner.id;
            const state =
              container.isInCustody && !['removed', 'declined'].includes(container.state)
                ? 'archived'
                : container.state;
            Object.assign(container, { state, ownerId });
            await db.execute(sql`
            insert into containers (
              type, owner_id, title, state, visibility, is_listed, post_policy, comment_policy,
              photo_policy, newcomer_posts, public_from
            )
            values (
              ${container.type}, ${ownerId}, 'x', ${state}, ${container.visibility}, ${container.isListed},
              ${container.postPolicy}, ${container.commentPolicy}, ${container.photoPolicy},
              ${container.newcomerPosts}, ${container.publicFrom}
            )`);
          }
          for (const [index, [{ type }, membership]] of worlds.entries()) {
            if (membership.state === undefined) continue;
            const role = membership.state === 'member' ? membership.role : 0;
            const until = { 'for good': null, 'for a day': '1 day', ended: '-1 day' }[
              membership.ban
            ];
            await db.execute(sql`
            insert into memberships (
              type, id, member_id, state, role, published_posts, banned_until
            )
            select ${type}, ${index + 1}, m.id, ${membership.state}, ${role}, ${membership.publishedPosts},
              now() + ${until}::interval
            from members m
            where m.id = any (${sql.param(viewers.flatMap((one) => (isMember(one) ? [one.id] : [])))}::bigint[])`);
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
            order by c.id`);
            for (const [index, [container, membership]] of worlds.entries()) {
              const isEnded = membership.state === 'banned' && membership.ban === 'ended';
              const state = isEnded ? 'none' : membership.state;
              const facts = {
                joinPolicy: 'open',
                invitePolicy: 'members',
                ...container,
              } as unknown as ContainerFacts;
              const relation: Relation = {
                viewerId: member?.id ?? null,
                isSiteModerator: member === moderator,
                isPublicReading,
                membership:
                  member && state
                    ? {
                        state,
                        role: state === 'member' ? membership.role : roles.member,
                        publishedPosts: membership.publishedPosts,
                      }
                    : undefined,
                isFriendOfOwner: facts.ownerId !== null && member === friend,
                hasFriendInCommon: facts.ownerId !== null && member === friendOfFriend,
              };
              const kind = findContainerKind(container.type)!;
              const readsOld = mayReadPost(facts, relation, { sortKey: 500 });
              const readableKey = mayRead(facts, relation) ? facts.publicFrom : null;
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
              if (member && expected.listed)
                expect(
                  removalRoleOf(
                    {
                      isMemberListShown: expected.members,
                      membership: state ?? 'none',
                      role: relation.membership?.role ?? 0,
                    },
                    member,
                  ),
                ).toBe(removalRole(facts, relation));
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

import type { SQL } from 'drizzle-orm';
import { namesProblem } from '#domains/members/members.rules.ts';
import { lockMember } from '#domains/members/members.server.ts';
import type { ProfileAudience } from '#domains/policy/profile-audience.rules.ts';
import { visiblePart, visibleProfile } from '#domains/policy/profile-audience.server.ts';
import type { Member, SqlViewer, Viewer } from '#domains/policy/viewer.ts';
import { toFieldValues } from '#lib/field-list.ts';
import { now } from '#server/clock.ts';
import { violatedUnique } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import {
  detailNames,
  details,
  nameFields,
  type DetailName,
  type DetailValues,
} from './details.fields.ts';
import { birthdateProblem } from './details.rules.ts';
import type { EditProfile } from './details.schema.ts';

const owner = sql`m.id`;
/** Column names equal the names on the wire; they come from our own list. */
const columnOf = (name: DetailName): SQL =>
  name === 'birthdate' ? sql`d.birthdate::text` : sql`d.${sql.identifier(name)}`;
const audienceOf = (name: DetailName): SQL =>
  sql`coalesce(d.audiences ->> ${name}, ${details[name].audience})`;

/**
 * Selects the member's details for this viewer: '' for empty or hidden ones, no row if the viewer
 * may not see the profile.
 * @param more further columns about the row `m` of `members`
 */
export function selectDetails(viewer: SqlViewer, ownerId: SQL, more = sql``): SQL {
  const columns = detailNames.map(
    (name) =>
      sql`
        case
          when ${visiblePart(viewer, audienceOf(name), owner)} then coalesce(${columnOf(name)}, '')
          else ''
        end as ${sql.identifier(name)}`,
  );
  return sql`
    select ${sql.join(columns, sql`, `)} ${more}
    from members m
    left join profile_details d on d.member_id = m.id
    where m.id = ${ownerId}
      and ${visibleProfile(viewer, owner)}`;
}

/** The member's details for this viewer, in one statement. */
export async function readDetails(viewer: Viewer, ownerId: number): Promise<DetailValues> {
  const [row] = await db.execute<DetailValues>(selectDetails(viewer, sql`${ownerId}::bigint`));
  if (!row) throw notFound();
  return row;
}

export interface OwnProfile extends Record<string, unknown> {
  firstName: string;
  lastName: string;
  username: string;
  values: DetailValues;
  audiences: Record<DetailName, ProfileAudience>;
}

export async function readOwnProfile(member: Member): Promise<OwnProfile> {
  const pairs = (of: (name: DetailName) => SQL) =>
    sql`jsonb_build_object(${sql.join(
      detailNames.map((name) => sql`${name}::text, ${of(name)}`),
      sql`, `,
    )})`;
  const [row] = await db.execute<OwnProfile>(sql`
    select m.first_name as "firstName", m.last_name as "lastName", m.username,
      ${pairs((name) => sql`coalesce(${columnOf(name)}, '')`)} as
    values, ${pairs(audienceOf)} as audiences
    from members m
    left join profile_details d on d.member_id = m.id
    where m.id = ${member.id}`);
  return row!;
}

/** Throws if the birthdate is invalid as of today. */
export async function checkBirthdate(date: string): Promise<void> {
  const [row] = await db.execute<{ today: string }>(
    sql`select (${now()} at time zone 'UTC')::date::text as today`,
  );
  const problem = birthdateProblem(date, row!.today);
  if (problem) throw invalid(problem, 'birthdate');
}

/** Saves the fields sent; the new name shows everywhere, on older posts as well. */
export async function saveProfile(member: Member, input: EditProfile): Promise<void> {
  if (input.birthdate) await checkBirthdate(input.birthdate);
  try {
    await db.transaction(async (tx) => {
      await lockMember(tx, member.id);
      await saveNames(tx, member, input);
      await saveDetails(tx, member, input);
    });
  } catch (error) {
    if (violatedUnique(error) === 'members_username')
      throw invalid('This username is taken. Please choose another.', 'username');
    throw error;
  }
}

async function saveNames(tx: Tx, member: Member, input: EditProfile) {
  const { first, last, username } = toFieldValues(nameFields, input);
  if (first === undefined && last === undefined && !username) return;
  const [names] = await tx.execute<{ first: string; last: string; username: string }>(sql`
    select coalesce(${first ?? null}, first_name) as first,
      coalesce(${last ?? null}, last_name) as last,
      coalesce(${username || null}, username) as username
    from members
    where id = ${member.id}`);
  const problem = namesProblem(names!.first, names!.last);
  if (problem) throw invalid(problem, 'last_name');
  // Only if something differs: each change drops all cached pages that show the name.
  await tx.execute(sql`
    update members
    set modified_at = ${now()}, first_name = ${names!.first}, last_name = ${names!.last},
      displayname = ${`${names!.first} ${names!.last}`}, username = ${names!.username}
    where id = ${member.id}
      and (first_name, last_name, username) is distinct from (
        ${names!.first}, ${names!.last}, ${names!.username}
      )`);
}

/**
 * Saves all fields but the names. The caller holds the lock on the member's row (docs/locking.md).
 */
export async function saveDetails(tx: Tx, member: Member, input: EditProfile) {
  const sent = detailNames.filter((name) => input[name] !== undefined);
  const chosen = detailNames.flatMap((name) => {
    const audience = input[`${name}_privacy`];
    return audience ? [[name, audience] as const] : [];
  });
  if (!sent.length && !chosen.length) return;
  const changes = [
    ...sent.map(
      (name) =>
        sql`
          ${sql.identifier(name)} =
            ${name === 'birthdate' ? sql`nullif(${input[name]}, '')::date` : sql`${input[name]}`}`,
    ),
    sql`audiences = audiences || ${JSON.stringify(Object.fromEntries(chosen))}::jsonb`,
  ];
  await tx.execute(
    sql`insert into profile_details (member_id) values (${member.id}) on conflict do nothing`,
  );
  await tx.execute(sql`
    with changed as (
      update profile_details set ${sql.join(changes, sql`, `)} where member_id = ${member.id}
    )
    update members
    set modified_at = ${now()}
    where id = ${member.id}`);
}

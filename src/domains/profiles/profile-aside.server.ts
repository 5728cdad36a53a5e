import type { SQL } from 'drizzle-orm';
import { friendFaces } from '#domains/friends/friend-faces.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { composedForMembers } from '#domains/policy/audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import type { DetailValues } from '#domains/profiles/details/details.fields.ts';
import { selectDetails } from '#domains/profiles/details/details.server.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export interface ProfileAside {
  details: DetailValues;
  /** Their newest friends. */
  friends: MemberCard[];
}

const select = composedForMembers((viewer, id: SQL) =>
  selectDetails(viewer, id, sql`, ${friendFaces(viewer, sql`m.id`)} as friends`),
);

/** Reads what stands beside a profile, in one statement, as far as the viewer may see it. */
export async function readProfileAside(viewer: Viewer, ownerId: number): Promise<ProfileAside> {
  const [row] = await db.execute<DetailValues & { friends: MemberCard[] | null }>(
    select(viewer, ownerId),
  );
  if (!row) throw notFound();
  const { friends, ...details } = row;
  return { details, friends: friends ?? [] };
}

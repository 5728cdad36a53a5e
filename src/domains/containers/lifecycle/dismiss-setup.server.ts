import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** Ends what a new container shows its owner to do next; nothing for anybody else. */
export async function dismissSetup(member: Member, { type, id }: ContainerRef): Promise<void> {
  await db.execute(sql`
    update containers
    set shows_setup = false
    where type = ${type}
      and id = ${id}
      and owner_id = ${member.id}`);
}

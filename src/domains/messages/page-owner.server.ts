import type { Member } from '#domains/policy/viewer.ts';
import { readOpenPage } from '#domains/sitepages/one-page.server.ts';
import { db } from '#server/db.ts';
import { forbidden, HttpError, httpError, notFound } from '#server/errors.ts';
import { withIdempotencyKey, type Creation } from '#server/idempotency.ts';
import { sql } from '#server/sql.ts';
import { compose } from './send.server.ts';

/** Writes to the owner of a page that the member may read; not found for one in custody. */
export async function messagePageOwner(
  member: Member,
  id: number,
  { title, body }: { title: string; body: string },
  creation: Creation,
): Promise<void> {
  await readOpenPage(member, id);
  const [page] = await db.execute<{ ownerId: number | null }>(sql`
    select owner_id as "ownerId"
    from containers
    where type = 'page'
      and id = ${id}`);
  const ownerId = page?.ownerId;
  if (!ownerId) throw notFound();
  if (ownerId === member.id) throw forbidden('You own this page.');
  await withIdempotencyKey(creation, async (tx) => {
    await compose(tx, member, { toIds: [ownerId], title, body }).catch((error: unknown) => {
      // The page is there, so the answer of a member who does not exist would be no secret.
      if (error instanceof HttpError && error.code === 'no_record')
        throw httpError('blocked', 'You cannot write to this person.');
      throw error;
    });
    return null;
  });
}

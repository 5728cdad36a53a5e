import {
  hasRoleOf,
  moderatesForSite,
  type Role,
} from '#domains/containers/container-access.rules.ts';
import {
  changeContainer,
  type Change,
  type ContainerRef,
} from '#domains/containers/container-lock.server.ts';
import { writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { forbidden, invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** Whether it is to be archived, and whether by the right of a moderator of the site alone. */
interface Archiving {
  isArchived: boolean;
  isBySite: boolean;
}

/** Those who archived it open it again: the site, or those with the role for it. */
function checkOpening({ isArchivedBySite }: Change['container'], isBySite: boolean): void {
  if (isArchivedBySite === isBySite) return;
  throw forbidden(
    isBySite
      ? 'Its own staff archived it, and only they can reopen it.'
      : 'The moderators of this site archived it, and only they can reopen it.',
  );
}

async function writeArchived(
  { tx, container }: Change,
  member: Member,
  { isArchived, isBySite }: Archiving,
): Promise<void> {
  await tx.execute(sql`
    update containers
    set state = ${isArchived ? 'archived' : 'open'},
      archived_at = ${isArchived ? sql`coalesce(archived_at, ${now()})` : sql`null`},
      is_archived_by_site = ${isArchived && isBySite}
    where type = ${container.type} and id = ${container.id}`);
  const action = isArchived ? 'archive' : 'reopen';
  await writeAuditEntry(tx, container, member.id, { action: isBySite ? `site_${action}` : action });
  if (isBySite) await recordDecision(tx, member, isArchived ? 'archived' : 'reopened', container);
}

/**
 * Archives an open container, or opens an archived one; in custody only a new owner opens it. Whoever
 * has the role does so, and moderators of the site where they act for it.
 * @param isArchived absent: the other of both
 * @returns whether it is archived now
 */
export const setArchived = (
  member: Member,
  ref: ContainerRef,
  role: Role,
  isArchived?: boolean,
): Promise<boolean> =>
  changeContainer(member, ref, async (change) => {
    const { container, relation } = change;
    const isBySite = !hasRoleOf(relation, role);
    if (isBySite && !moderatesForSite(container, relation)) throw forbidden();
    const { state, ownerId, isArchivedBySite, parent } = container;
    if (parent && parent.state !== 'open')
      throw invalid('It is archived together with what it belongs to.');
    if ((state !== 'open' && state !== 'archived') || ownerId === null)
      throw invalid('It cannot be archived or reopened now.');
    const archives = isArchived ?? state === 'open';
    const isSame = archives === (state === 'archived');
    if (!isSame && !archives) checkOpening(container, isBySite);
    // The site may archive what is archived already, so that it is not opened again.
    if (!isSame || (archives && isBySite && !isArchivedBySite))
      await writeArchived(change, member, { isArchived: archives, isBySite });
    return archives;
  });

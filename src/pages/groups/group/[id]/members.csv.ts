import type { APIRoute } from 'astro';
import { exportMembers } from '#domains/containers/audit-log/csv-exports.server.ts';
import { roleLabels } from '#domains/groups/groups.rules.ts';
import { groupRef } from '#domains/groups/one-group.server.ts';
import { requireMember } from '#domains/policy/viewer.server.ts';
import { csvAnswer } from '#lib/csv.ts';
import { routeId } from '#server/route-id.ts';

/** The members of a group for a spreadsheet, for its staff. By POST, because its log names it. */
export const POST: APIRoute = async ({ locals, params }) => {
  const viewer = requireMember(locals.viewer);
  const id = routeId(params.id);
  const members = await exportMembers(viewer, groupRef(id), roleLabels);
  return csvAnswer(members, `group-${id}-members.csv`);
};

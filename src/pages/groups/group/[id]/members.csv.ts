import type { APIRoute } from 'astro';
import { exportMembers } from '#domains/groups/membership/member-export.server.ts';
import { requireMember } from '#domains/policy/viewer.server.ts';
import { csvAnswer } from '#lib/csv.ts';
import { routeId } from '#server/route-id.ts';

/** The members of a group for a spreadsheet, for its staff. By POST, because its log names it. */
export const POST: APIRoute = async ({ locals, params }) => {
  const viewer = requireMember(locals.viewer);
  const id = routeId(params.id);
  return csvAnswer(await exportMembers(viewer, id), `group-${id}-members.csv`);
};

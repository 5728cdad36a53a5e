import type { APIRoute } from 'astro';
import { exportMembers } from '#domains/containers/audit-log/csv-exports.server.ts';
import { requireMember } from '#domains/policy/viewer.server.ts';
import { csvAnswer } from '#lib/csv.ts';
import { routeId } from '#server/route-id.ts';
import { kindAt } from './kind-at.ts';

/** The members of a container for a spreadsheet, for its staff. By POST, because its log names it. */
export const POST: APIRoute = async (context) => {
  const { type, members } = kindAt(context);
  const viewer = requireMember(context.locals.viewer);
  const id = routeId(context.params.id);
  const file = await exportMembers(viewer, { type, id }, members.roleLabels);
  return csvAnswer(file, `${type}-${id}-members.csv`);
};

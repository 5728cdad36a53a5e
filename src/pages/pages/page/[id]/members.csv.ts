import type { APIRoute } from 'astro';
import { exportMembers } from '#domains/containers/audit-log/csv-exports.server.ts';
import { requireMember } from '#domains/policy/viewer.server.ts';
import { pageRef } from '#domains/sitepages/one-page.server.ts';
import { roleLabels } from '#domains/sitepages/sitepages.rules.ts';
import { csvAnswer } from '#lib/csv.ts';
import { routeId } from '#server/route-id.ts';

/** The members of a page for a spreadsheet, for its admins. By POST, because its log names it. */
export const POST: APIRoute = async ({ locals, params }) => {
  const viewer = requireMember(locals.viewer);
  const id = routeId(params.id);
  const members = await exportMembers(viewer, pageRef(id), roleLabels);
  return csvAnswer(members, `page-${id}-members.csv`);
};

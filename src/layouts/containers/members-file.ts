import type { APIRoute } from 'astro';
import { exportMembers } from '#domains/containers/audit-log/csv-exports.server.ts';
import { wallOf } from '#domains/containers/container-items.server.ts';
import { requireMember } from '#domains/policy/viewer.server.ts';
import { csvAnswer } from '#lib/csv.ts';
import { itemAt, kindAt } from './kind-at.ts';

/** The members of a container for a spreadsheet, for its staff. By POST, because its log names it. */
export const POST: APIRoute = async (context) => {
  const { type, members } = kindAt(context);
  const viewer = requireMember(context.locals.viewer);
  const item = itemAt(context);
  const file = await exportMembers(viewer, await wallOf(type, item.itemId), members.roleLabels);
  return csvAnswer(file, `${type}-${item.itemId}-members.csv`);
};

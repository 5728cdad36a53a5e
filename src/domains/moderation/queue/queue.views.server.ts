import type { ReportedType } from '#domains/moderation/reports.rules.ts';
import type { ReportedContent } from '#domains/moderation/reports.table.ts';
import { toWireTime } from '#lib/dates.ts';
import { toWireType } from '#lib/wire-names.ts';
import { mayBeRemoved, type ReportedFile } from '#server/subjects.ts';
import type { ReportedItem } from './queue.schema.ts';

/** The open reports of an item. */
export interface ReportedRow {
  type: ReportedType;
  id: number;
  authorId: number | null;
  displayname: string | null;
  count: number;
  content: ReportedContent;
  reports: Array<{ category: string; description: string; at: string; reporter: string | null }>;
}

/** The page in whose name it stands, else its author; null where nobody owns it. */
function authorOf({ content, authorId, displayname }: ReportedRow) {
  if (content.author) return content.author;
  return authorId === null ? null : { type: 'member' as const, id: authorId, displayname };
}

/** @param opened what a moderator asked to see, although it is not public */
export function reportedView(
  row: ReportedRow,
  opened?: { files: ReportedFile[] | null },
): ReportedItem {
  const { type, id, authorId, count, content, reports } = row;
  const { body = '', isPublic = false, path = '', photoCount = 0, videoCount = 0 } = content;
  const author = authorOf(row);
  return {
    type: toWireType(type),
    id,
    user_id: content.author ? null : authorId,
    displayname: author?.displayname ?? null,
    subject_type: author && toWireType(author.type),
    subject_id: author?.id ?? null,
    report_count: count,
    photo_count: photoCount,
    video_count: videoCount,
    reports: reports.map(({ at, ...report }) => ({ ...report, date: toWireTime(at) })),
    body: isPublic || opened ? body : null,
    files: opened?.files ?? null,
    is_public: isPublic ? 1 : 0,
    url: isPublic && path ? path : null,
    can_remove: mayBeRemoved(type) ? 1 : 0,
  };
}

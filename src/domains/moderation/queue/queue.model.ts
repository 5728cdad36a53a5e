import type { ReportedType } from '#domains/moderation/reports.rules.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { fromWireType } from '#lib/wire-names.ts';
import type { ReportedItem } from './queue.schema.ts';

/** A reported item as the moderators' screen shows it. */
export interface ReportedModel extends Pick<
  ReportedItem,
  'id' | 'body' | 'files' | 'reports' | 'url'
> {
  type: ReportedType;
  /** Null where nobody owns it. */
  author: { type: 'member' | ContainerType; id: number; displayname: string | null } | null;
  reportCount: number;
  photoCount: number;
  videoCount: number;
  canRemove: boolean;
}

export function toReported(item: ReportedItem): ReportedModel {
  const { id, body, files, reports, url, displayname } = item;
  const authorType = item.subject_type && fromWireType(item.subject_type);
  return {
    type: fromWireType(item.type) as ReportedType,
    id,
    author:
      authorType && item.subject_id
        ? { type: authorType as 'member' | ContainerType, id: item.subject_id, displayname }
        : null,
    body,
    files,
    reports,
    url,
    reportCount: item.report_count,
    photoCount: item.photo_count,
    videoCount: item.video_count,
    canRemove: item.can_remove === 1,
  };
}

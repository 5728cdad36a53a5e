import { toWireType } from '#lib/wire-names.ts';

/** Why something is reported, as the contract names it and as people read it. */
export const reportReasons = [
  { category: 'spam', label: 'Spam' },
  { category: 'abuse', label: 'Abuse' },
  { category: 'inappropriate', label: 'Inappropriate content' },
  { category: 'licensed', label: 'Licensed material' },
  { category: 'other', label: 'Other' },
] as const;
export type ReportCategory = (typeof reportReasons)[number]['category'];

/** What can be reported. */
export const reportedTypes = [
  'post',
  'post_comment',
  'comment',
  'story',
  'member',
  'page',
  'group',
  'event',
  'video',
  'photo',
  'page_review',
  'message',
  'ad',
] as const;
export type ReportedType = (typeof reportedTypes)[number];

export const reportLength = 2000;

/** The report of a post needs a reason and details; of anything else a description is optional. */
export const needsDetails = (type: ReportedType): boolean => type === 'post';

/** The form of a report as a screen of its own. */
export const reportPath = (type: ReportedType, id: number): string =>
  `/report/${toWireType(type)}/${id}`;

export interface ReportProblems {
  category?: string;
  description?: string;
}

/** What is missing in a report of a post. */
export function reportProblems(report: {
  category: string | undefined;
  description: string;
}): ReportProblems {
  return {
    ...(report.category ? {} : { category: 'Reason is required' }),
    ...(report.description.trim() ? {} : { description: 'Details are required' }),
  };
}

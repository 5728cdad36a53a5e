import { containerTypes } from '#lib/container-types.ts';
import { toWireType } from '#lib/wire-names.ts';

/** Reasons for a report, with their names in the contract and their labels. */
export const reportReasons = [
  { category: 'spam', label: 'Spam' },
  { category: 'abuse', label: 'Abuse' },
  { category: 'inappropriate', label: 'Inappropriate content' },
  { category: 'licensed', label: 'Licensed material' },
  { category: 'other', label: 'Other' },
] as const;
export type ReportCategory = (typeof reportReasons)[number]['category'];

/** Types of items that can be reported. */
export const reportedTypes = [
  'post',
  'post_comment',
  'comment',
  'story',
  'member',
  ...containerTypes,
  'video',
  'photo',
  'page_review',
  'message',
  'ad',
] as const;
export type ReportedType = (typeof reportedTypes)[number];

/** The sentence above every report form. */
export const reportLead =
  'The moderators of this community will look at it. Nobody else will know about your report.';

export const reportLength = 2000;
/** Maximum for the reason of a removal. */
export const reasonLength = 500;

/** A report of a post needs a reason and details; for anything else the description is optional. */
export const needsDetails = (type: ReportedType): boolean => type === 'post';

/** Path of the report form as a screen of its own. */
export const reportPath = (type: ReportedType, id: number): string =>
  `/report/${toWireType(type)}/${id}`;

export interface ReportProblems {
  category?: string;
  description?: string;
}

/** Missing fields in the report of a post. */
export function reportProblems(report: {
  category: string | undefined;
  description: string;
}): ReportProblems {
  return {
    ...(report.category ? {} : { category: 'Reason is required' }),
    ...(report.description.trim() ? {} : { description: 'Details are required' }),
  };
}

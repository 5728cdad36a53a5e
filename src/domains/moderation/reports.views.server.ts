import { reportLength, reportReasons } from './reports.rules.ts';
import type { ReportForm } from './reports.schema.ts';

/** The form in the format of native clients. */
export const reportFormView = (): ReportForm => [
  {
    type: 'Select',
    name: 'category',
    label: 'Reason',
    hasValidator: true,
    multiOptions: Object.fromEntries(reportReasons.map(({ category, label }) => [category, label])),
  },
  {
    type: 'Textarea',
    name: 'description',
    label: 'Details',
    hasValidator: true,
    maxlength: reportLength,
  },
];

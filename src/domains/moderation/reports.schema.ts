import { z } from 'zod';
import { idField, itemTypeField, textField } from '#lib/fields.ts';
import { formField } from '#lib/shapes.ts';
import type { WireType } from '#lib/wire-names.ts';
import {
  needsDetails,
  reportedTypes,
  reportLength,
  reportReasons,
  type ReportCategory,
  type ReportedType,
} from './reports.rules.ts';

const categories = reportReasons.map(({ category }) => category) as [
  ReportCategory,
  ...ReportCategory[],
];

/** Native clients write `/report/create/subject/user_9`: type and id in one word. */
function withSubject(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || !('subject' in fields)) return fields;
  const { subject, ...rest } = fields as Record<string, unknown>;
  const [, type, id] = /^([a-z_]{1,40})_(\d{1,18})$/.exec(String(subject)) ?? [];
  const isSame = [
    ['type', type],
    ['id', id],
  ].every(([name, value]) => rest[name!] === undefined || String(rest[name!]) === value);
  // The fields name two different items: refuse both.
  return isSame ? { ...rest, type, id } : { ...rest, type: '' };
}

export const reportInput = z.preprocess(
  withSubject,
  z
    .object({
      type: itemTypeField(reportedTypes),
      id: idField,
      category: z.enum(categories, 'Please choose one of these.').default('abuse'),
      description: textField(reportLength).default(''),
    })
    .refine(({ type, description }) => description !== '' || !needsDetails(type), {
      path: ['description'],
      error: 'Details are required',
    }),
);
export interface ReportInput {
  type: WireType<ReportedType>;
  id: number;
  category?: ReportCategory;
  description?: string;
}

/** The item to report; the form is the same for every type. */
export const reportFormInput = z.object({ type: z.string().optional(), id: z.string().optional() });
export type ReportFormInput = z.input<typeof reportFormInput>;
export const reportForm = z.array(formField);
export type ReportForm = z.output<typeof reportForm>;

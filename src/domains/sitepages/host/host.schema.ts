import { z } from 'zod';
import { page } from '#domains/sitepages/sitepages.schema.ts';
import {
  flagField,
  idField,
  isVisible,
  limitField,
  lineField,
  pageField,
  textField,
} from '#lib/fields.ts';
import { wireTime } from '#lib/shapes.ts';

export const reasonLength = 500;

export const submittedInput = z.object({ page: pageField(1), limit: limitField(20) });
export type SubmittedInput = z.input<typeof submittedInput>;
export const submittedAnswer = z.object({
  totalItemCount: z.int(),
  response: z.array(page.extend({ submitted_date: wireTime, package_title: z.string() })),
});
export type SubmittedAnswer = z.output<typeof submittedAnswer>;

export const approveInput = z.object({ page_id: idField });
export type ApproveInput = z.input<typeof approveInput>;

export const declineInput = z.object({
  page_id: idField,
  /** The staff of the page reads it. */
  reason: textField(reasonLength).default(''),
});
export type DeclineInput = z.input<typeof declineInput>;

export const promoteInput = z.object({
  page_id: idField,
  featured: flagField.optional(),
  sponsored: flagField.optional(),
});
export type PromoteInput = z.input<typeof promoteInput>;

const packageFields = {
  title: lineField(64).refine(isVisible, 'Please fill in this field.'),
  description: textField(500).default(''),
  /** An amount such as 12.50. */
  price: z
    .string()
    .trim()
    .regex(/^(\d{1,6}([.,]\d{1,2})?)?$/, 'Must be an amount such as 12.50.')
    .transform((text) => Math.round(Number(text.replace(',', '.')) * 100))
    .default(0),
  currency: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{3}$/, 'Must be three letters such as EUR.')
    .transform((text) => text.toUpperCase())
    .default('EUR'),
  /** Empty: without end. */
  days: z
    .string()
    .trim()
    .regex(/^([1-9]\d{0,3})?$/, 'Must be a number of days, or empty.')
    .transform((text) => (text === '' ? null : Number(text)))
    .default(null),
  /** One a line. */
  features: textField(1_000)
    .transform((text) => text.split('\n').flatMap((line) => line.trim() || []))
    .default([]),
  /** Pages that one member may own. */
  quota: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,3}$/, 'Must be a number from 1 on.')
    .transform(Number)
    .default(20),
  needs_approval: flagField.default(0),
  enabled: flagField.default(1),
};

export const createPackageInput = z.object(packageFields);
export type CreatePackageInput = z.input<typeof createPackageInput>;
export const editPackageInput = z.object({ package_id: idField, ...packageFields });
export type EditPackageInput = z.input<typeof editPackageInput>;

export const defaultPackageInput = z.object({ package_id: idField });
export type DefaultPackageInput = z.input<typeof defaultPackageInput>;
export const givePackageInput = z.object({ page_id: idField, package_id: idField });
export type GivePackageInput = z.input<typeof givePackageInput>;

import { z } from 'zod';
import { packageFields } from '#domains/sitepages/packages/packages.fields.ts';
import { page } from '#domains/sitepages/sitepages.schema.ts';
import { fieldInputs } from '#lib/field-inputs.ts';
import { flagField, idField, limitField, pageField, textField } from '#lib/fields.ts';
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

export const createPackageInput = z.object(fieldInputs(packageFields, true));
export type CreatePackageInput = z.input<typeof createPackageInput>;
export const editPackageInput = createPackageInput.extend({ package_id: idField });
export type EditPackageInput = z.input<typeof editPackageInput>;

export const defaultPackageInput = z.object({ package_id: idField });
export type DefaultPackageInput = z.input<typeof defaultPackageInput>;
export const givePackageInput = z.object({ page_id: idField, package_id: idField });
export type GivePackageInput = z.input<typeof givePackageInput>;

import type { z } from 'zod';
import { parseUrlEncoded } from '#server/http/body.ts';
import { HttpError, invalid, type ErrorCode, type RefusalReason } from './errors.ts';

/** What a form shows after it was sent and something was wrong. */
export interface FormState {
  /** What was typed, passwords excepted. */
  typed: Record<string, string>;
  /** By field; `general` is for the form as a whole. */
  problems: Record<string, string>;
  /** Error code of the refusal, as in answers to calls. */
  code?: ErrorCode;
  /** As `HttpError.reason`. */
  reason?: RefusalReason | undefined;
}

const maxBytes = 64 * 1024;

export const isUrlEncoded = (request: Request): boolean => {
  const type = request.headers.get('content-type')?.split(';')[0];
  return type?.trim().toLowerCase() === 'application/x-www-form-urlencoded';
};

/** Reads the body of a form that a screen has sent. */
export async function readPageForm(request: Request): Promise<Record<string, unknown>> {
  if (!isUrlEncoded(request)) throw invalid('The request could not be read.');
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > maxBytes) {
    throw new HttpError('request_too_large', 'The request is too large.');
  }
  try {
    return parseUrlEncoded(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw error instanceof HttpError ? error : invalid('The request could not be read.');
  }
}

const isSecret = (name: string) => /passw|passconf|^code$/i.test(name);

/** The fields that may be shown again. */
export const typedFields = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !isSecret(entry[0]),
    ),
  );

/** One text for each field that does not fit the schema. */
export function fieldProblems(error: z.ZodError, fields: Record<string, unknown>) {
  const problems: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? 'general');
    const isMissing = fields[field] === undefined || fields[field] === '';
    problems[field] ??= isMissing ? 'Please fill in this field.' : message;
  }
  return problems;
}

/** What to show of a refused form. */
export const formState = (refusal: HttpError, fields: Record<string, unknown>): FormState => ({
  typed: typedFields(fields),
  problems: typeof refusal.detail === 'string' ? { general: refusal.detail } : refusal.detail,
  code: refusal.code,
  reason: refusal.reason,
});

/** The status of a screen that shows a refused form; 401 and 404 would speak of its address. */
export const formStatus = ({ status }: HttpError): number =>
  status === 401 || status === 404 ? 400 : status;

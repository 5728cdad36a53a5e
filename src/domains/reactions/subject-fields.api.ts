import { httpError, invalid } from '#server/errors.ts';
import type { SubjectType } from './reactions.schema.ts';

interface SubjectFields {
  action_id?: number | undefined;
  subject_type?: SubjectType | undefined;
  subject_id?: number | undefined;
}

/** The fields of a request that name a subject, for the API document. */
export const subjectNames = [['action_id'], ['subject_type', 'subject_id']];

/**
 * The subject that a request names: a post by its action_id, or any item by type and id. Undefined
 * if it names none.
 */
export function findSubject({
  action_id,
  subject_type,
  subject_id,
}: SubjectFields): { type: SubjectType; id: number } | undefined {
  const isNamed = subject_type !== undefined && subject_id !== undefined;
  if (action_id !== undefined) {
    if (isNamed && (subject_type !== 'post' || subject_id !== action_id))
      throw invalid('Two different items were named.', 'action_id');
    return { type: 'post', id: action_id };
  }
  if (isNamed) return { type: subject_type, id: subject_id };
  if (subject_type !== undefined || subject_id !== undefined)
    throw httpError(
      'parameter_missing',
      `Parameter missing: ${subject_type === undefined ? 'subject_type' : 'subject_id'}`,
    );
  return undefined;
}

export function toSubject(fields: SubjectFields): { type: SubjectType; id: number } {
  const subject = findSubject(fields);
  if (!subject) throw httpError('parameter_missing', 'Parameter missing: action_id');
  return subject;
}

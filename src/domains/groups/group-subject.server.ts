import { containerLabel } from '#domains/containers/container-kinds.server.ts';
import {
  containerSubjectRows,
  moderatedContainer,
} from '#domains/containers/container-subject.server.ts';
import type { SubjectSource } from '#server/subjects.ts';

/** A group can be reported; its posts are what people react to. */
export const groupSubject: SubjectSource = {
  rows: containerSubjectRows('group'),
  label: containerLabel('group'),
  moderated: moderatedContainer('group', 'groups'),
};

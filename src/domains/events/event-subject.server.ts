import { containerLabel, wallContext } from '#domains/containers/container-kinds.server.ts';
import {
  containerSubjectRows,
  moderatedContainer,
} from '#domains/containers/container-subject.server.ts';
import type { SubjectSource } from '#server/subjects.ts';

/** An event can be reported; its posts are what people react to. */
export const eventSubject: SubjectSource = {
  rows: containerSubjectRows('event'),
  label: containerLabel('event'),
  moderated: moderatedContainer('event', 'events'),
  context: wallContext('event'),
};

import { z } from 'zod';
import { listedPerson, peopleAnswer, peopleInput } from '#domains/containers/kit/kind.schema.ts';
import { roleNames } from '#domains/groups/groups.schema.ts';

export const membersInput = peopleInput.extend({
  role: z.enum(['', ...roleNames], 'Please choose one of these.').default(''),
});
export type MembersInput = z.input<typeof membersInput>;

export const groupMember = listedPerson.extend({
  staff: z.string(),
  role: z.enum(roleNames),
  /** Answers to the questions of the group, for officers who decide on a request. */
  answers: z.array(z.string()).optional(),
  questions: z.array(z.string()).optional().meta({ description: 'As they were asked' }),
});

export const membersAnswer = peopleAnswer(groupMember);
export type MembersAnswer = z.output<typeof membersAnswer>;

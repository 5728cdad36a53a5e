import type { MentionContextInput, Mentions } from './mentions.schema.ts';

/** A member named in a text by their username. */
export interface MentionModel {
  id: number;
  username: string;
}

export const toMentions = (mentions: Mentions): MentionModel[] | undefined =>
  mentions?.map(({ user_id: id, username }) => ({ id, username }));

/** Names the place of a new post in calls. */
export const postSource = (
  audience: MentionContextInput['auth_view'],
  target: Omit<MentionContextInput, 'writing' | 'auth_view'> = {},
): MentionContextInput => ({ writing: 'post', auth_view: audience, ...target });

/**
 * Names the place of a new comment in calls.
 * @param subject as `subjectKey` names it
 */
export function commentSource(subject: string): MentionContextInput {
  const [type, id] = subject.split(' ');
  return { writing: 'comment', subject_type: type!, subject_id: Number(id) };
}

/** A person to choose: `written` follows the @. */
export interface MentionedPerson {
  id: number;
  name: string;
  image: string | null;
  written: string;
}

/** Fields of the calls that find people, or the only people that there are. */
export type MentionSource = MentionContextInput | { people: MentionedPerson[] };

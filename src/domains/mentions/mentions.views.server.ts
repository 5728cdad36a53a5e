import type { Mentions } from './mentions.schema.ts';
import type { MentionRow } from './mentions.server.ts';

/** The mentions as a part of a text's view. */
export const mentionsView = (rows: MentionRow[] | null): { mentions?: NonNullable<Mentions> } =>
  rows?.length ? { mentions: rows.map(({ id, username }) => ({ user_id: id, username })) } : {};

import type { Mentions } from './mentions.schema.ts';
import type { MentionRow } from './mentions.server.ts';

/** A part of what a text is sent with. */
export const mentionsView = (rows: MentionRow[] | null): { mentions?: NonNullable<Mentions> } =>
  rows?.length ? { mentions: rows.map(({ id, username }) => ({ user_id: id, username })) } : {};

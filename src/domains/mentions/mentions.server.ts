import type { SQL } from 'drizzle-orm';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member, SqlViewer } from '#domains/policy/viewer.ts';
import type { Tx } from '#server/db.ts';
import { consumeIn } from '#server/limits.ts';
import { sql } from '#server/sql.ts';
import { mentionedIn } from './mentions.rules.ts';

/** A member whose username follows an @ in a text. */
export interface MentionRow {
  id: number;
  username: string;
}

/**
 * Selects the members mentioned in `text` (a column) that the viewer may see, as JSON of
 * `MentionRow`s, or null. Same parsing as `mentionedIn`.
 */
export const mentionsIn = (viewer: SqlViewer, text: SQL): SQL => sql`
  (
    case
      when strpos(${text}, '@') > 0 then (
        select json_agg(json_build_object('id', named.id, 'username', named.username))
        from members named
        where named.status = 'active'
          and lower(named.username) = any (
            array(
              select lower(rtrim(mention.name[1], '._'))
              from regexp_matches(
                ${text}, '(?<![[:alnum:]_.@/])@([A-Za-z0-9][A-Za-z0-9._]{1,39})', 'g'
              ) mention (name)
              limit 10
            )
          )
          and ${visibleCard(viewer, sql`named.id`)}
      )
    end
  )`;

/**
 * Reads the members mentioned in each text whom the viewer may see, null where none are: one statement,
 * if any name follows an @.
 */
export async function readMentions(
  viewer: SqlViewer,
  texts: string[],
  on: Tx,
): Promise<Array<MentionRow[] | null>> {
  const names = texts.map(mentionedIn);
  const all = [...new Set(names.flat())];
  const found = all.length
    ? await on.execute<MentionRow & Record<string, unknown>>(sql`
        select named.id, named.username
        from members named
        where lower(named.username) = any (${sql.param(all)}::text[])
          and ${visibleCard(viewer, sql`named.id`, sql`named.status`)}`)
    : [];
  const members = new Map(found.map((row) => [row.username.toLowerCase(), row]));
  return names.map((some) => {
    const mentioned = some.flatMap((name) => members.get(name) ?? []);
    return mentioned.length ? mentioned : null;
  });
}

/** Counts the mentions of a new text; 429 beyond those of a day. Returns the usernames. */
export async function takeMentions(tx: Tx, member: Member, text: string): Promise<string[]> {
  const names = mentionedIn(text);
  if (names.length) await consumeIn(tx, ['mention', member.id, names.length]);
  return names;
}

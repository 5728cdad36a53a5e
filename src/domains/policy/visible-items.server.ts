import type { SQL } from 'drizzle-orm';
import { db } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import { composedOnce } from './audience.server.ts';
import type { SqlMember } from './viewer.ts';

/** An item that is not a part of another, such as the post of a comment. */
export interface ItemKey {
  type: string;
  id: number;
}

const keyOf = ({ type, id }: ItemKey): string => `${type} ${id}`;

/** One statement for each type, which asks its domain alone. */
const statements = new Map<string, ReturnType<typeof composedOnce<[ids: SQL]>>>();

function statementFor(type: string) {
  const own = entriesOf('subjects').get(type);
  const conditions = [own?.context ? undefined : own?.rows, entriesOf('contexts').get(type)].filter(
    (rows) => rows !== undefined,
  );
  if (!conditions.length) return undefined;
  let statement = statements.get(type);
  if (!statement) {
    // `offset 0`: each is looked up by its id, whatever the statistics say.
    statement = composedOnce((member, ids: SQL) => {
      const each = conditions.map(
        (rows) => sql`exists (select from (${rows(member, sql`item.id`)}) one offset 0)`,
      );
      return sql`
        select item.id
        from unnest(${ids}::bigint[]) item (id)
        where ${sql.join(each, sql` or `)}`;
    });
    statements.set(type, statement);
  }
  return statement;
}

/**
 * Reads which of these items the member may see: one statement for each type among them. Members are
 * not asked about: whoever may see a name asks for it where it is shown.
 */
export async function readVisibleItems(
  member: SqlMember,
  items: ItemKey[],
): Promise<(item: ItemKey) => boolean> {
  const byType = Map.groupBy(items, ({ type }) => type);
  byType.delete('member');
  const found = new Set<string>();
  await Promise.all(
    [...byType].map(async ([type, all]) => {
      const ids = [...new Set(all.map(({ id }) => id))];
      const statement = statementFor(type);
      if (!statement) return;
      const rows = await db.execute<{ id: number }>(statement(member, sql.param(ids)));
      for (const { id } of rows) found.add(keyOf({ type, id }));
    }),
  );
  return (item) => item.type === 'member' || found.has(keyOf(item));
}

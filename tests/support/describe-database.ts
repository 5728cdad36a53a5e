import { readTriggerSource } from '#server/database/trigger-source.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
  /** 'members.id, cascade' */
  references: string | null;
  isKey: boolean;
}

interface Trigger {
  table: string;
  name: string;
  timing: string;
  events: string;
  level: string;
  function: string;
}

/** Excludes the jobs schema, which pg-boss manages. */
const ours = sql`c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;

const readColumns = () =>
  db.execute<Column & Record<string, unknown>>(sql`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "isRequired", a.atthasdef
      or a.attidentity <> '' as "hasDefault",
      (
        select f.relname || '.' || fa.attname || case k.confdeltype
          when 'c' then ', cascade'
          when 'n' then ', set null'
          else ''
        end
        from pg_constraint k
        join pg_class f on f.oid = k.confrelid
        join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = k.confkey[1]
        where k.contype = 'f' and k.conrelid = c.oid and k.conkey = array[a.attnum]
        order by k.conname
        limit 1
      ) as "references",
      exists (
        select from pg_index i
        where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)
      ) as "isKey"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where ${ours}
    order by c.relname collate "C", a.attnum`);

/** Bits of `tgtype`: 1 row, 2 before, 4 insert, 8 delete, 16 update, 32 truncate, 64 instead. */
const readTriggers = () =>
  db.execute<Trigger & Record<string, unknown>>(sql`
    select c.relname as "table",
      t.tgname as name,
      case when t.tgtype & 2 > 0 then 'before' else 'after' end as timing,
      array_to_string(array_remove(array[
        case when t.tgtype & 4 > 0 then 'insert' end,
        case when t.tgtype & 16 > 0 then 'update' || coalesce(' of ' || (
          select string_agg(a.attname, ', ' order by a.attname)
          from pg_attribute a
          where a.attrelid = t.tgrelid and a.attnum = any (t.tgattr::int2[])), '') end,
        case when t.tgtype & 8 > 0 then 'delete' end,
        case when t.tgtype & 32 > 0 then 'truncate' end], null), ' or ') as events,
      case when t.tgtype & 1 > 0 then 'row' else 'statement' end as level,
      p.proname as "function"
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_proc p on p.oid = t.tgfoid
    where ${ours} and not t.tgisinternal
    order by c.relname collate "C", t.tgname collate "C"`);

function columnRow({ name, type, isKey, isRequired, hasDefault, references }: Column): string {
  const notes = [
    isKey ? 'key' : '',
    isRequired ? '' : 'may be null',
    hasDefault ? 'default' : '',
    references ? `→ ${references}` : '',
  ];
  return `| \`${name}\` | ${type} | ${notes.filter(Boolean).join('; ')} |`;
}

/** The page `docs/database.md`: every table with its columns, and which triggers fire when. */
export async function describeDatabase(): Promise<string> {
  const [columns, triggers] = [await readColumns(), await readTriggers()];
  const source = readTriggerSource('src');
  const pathOf = new Map(source.map(({ signature, path }) => [signature, path]));
  const functions = source.filter(({ kind }) => kind === 'function');
  const tables = [...new Set(columns.map(({ table }) => table))];
  const lines = [
    '# Database',
    '',
    `Generated from the migrated database; \`npm run database-page\` writes it anew. ${tables.length} tables,`,
    `${triggers.length} triggers. Tables are declared in \`*.table.ts\` files, functions and triggers in`,
    '`*.triggers.sql` files below `src`. Triggers of the same time fire in the order of their names.',
  ];
  for (const table of tables) {
    lines.push('', `## ${table}`, '', '| Column | Type | Notes |', '|---|---|---|');
    lines.push(...columns.filter((column) => column.table === table).map(columnRow));
    const fired = triggers.filter((trigger) => trigger.table === table);
    if (fired.length === 0) continue;
    lines.push('', '| Trigger | Fires | Calls | Declared in |', '|---|---|---|---|');
    for (const { name, timing, events, level, function: called } of fired) {
      const path = pathOf.get(`${name} on ${table}`) ?? '';
      lines.push(
        `| \`${name}\` | ${timing} ${events}, each ${level} | \`${called}()\` | \`${path}\` |`,
      );
    }
  }
  lines.push('', '## Functions', '', '| Function | Fired by | Declared in |', '|---|---|---|');
  for (const { name, path } of functions.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const firedBy = triggers
      .filter((trigger) => trigger.function === name)
      .map((trigger) => `\`${trigger.name}\``);
    lines.push(`| \`${name}()\` | ${firedBy.join(', ')} | \`${path}\` |`);
  }
  return `${lines.join('\n')}\n`;
}

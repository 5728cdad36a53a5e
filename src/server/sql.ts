import {
  Column,
  is,
  Param,
  SQL,
  StringChunk,
  Table,
  type DriverValueEncoder,
  type Query,
  type SQLChunk,
} from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/**
 * Drizzle's `sql` tag, rendered in one pass. Drizzle's own copies every piece of text several
 * times; our statements have hundreds of fragments, and building them took a fifth of the CPU time
 * of a member's screen (docs/decisions/035-sql-tag.md).
 */

type DialectConfig = Parameters<SQL['toQuery']>[0];

/** A fragment: the strings of its template, shared by every use, and the values. */
class Template extends SQL {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    super([]);
    this.strings = strings;
    this.values = values;
  }

  /** Called by `db.execute` for a whole statement. */
  override toQuery(config: DialectConfig): Query {
    const query: Query = { sql: '', params: [] };
    write(this, query, config);
    return query;
  }
}

// Drizzle reads this if a fragment is part of its query builder or its own SQL. An accessor,
// because most fragments never need it.
Object.defineProperty(Template.prototype, 'queryChunks', {
  get(this: Template): SQLChunk[] {
    return this.strings.flatMap((text, index) => {
      const chunk = new StringChunk(text);
      return index < this.values.length ? [chunk, this.values[index] as SQLChunk] : [chunk];
    });
  },
  set() {},
});

const dialect = new PgDialect();

/** Columns and tables live as long as the process. */
const quotedNames = new WeakMap<Column | Table, string>();

function quotedName(named: Column | Table): string {
  let name = quotedNames.get(named);
  if (name === undefined) {
    name = dialect.sqlToQuery(new SQL([named])).sql;
    quotedNames.set(named, name);
  }
  return name;
}

function write(part: unknown, query: Query, config: DialectConfig): void {
  if (part instanceof Template) {
    const { strings, values } = part;
    query.sql += strings[0];
    for (let index = 0; index < values.length; index++) {
      write(values[index], query, config);
      query.sql += strings[index + 1];
    }
  } else if (part === null || typeof part !== 'object') {
    // As in Drizzle's tag, `undefined` renders nothing.
    if (part !== undefined) writeParam(part, query);
  } else if (is(part, Column) || is(part, Table)) {
    query.sql += quotedName(part);
  } else if (is(part, Param)) {
    writeParam(part.value === null ? null : part.encoder.mapToDriverValue(part.value), query);
  } else {
    // Parts of Drizzle's query builder, whose parameter numbers continue ours.
    const paramStartIndex = { value: query.params.length };
    const written = new SQL([part as SQLChunk]).toQuery({ ...config, paramStartIndex });
    query.sql += written.sql;
    query.params.push(...written.params);
  }
}

function writeParam(value: unknown, query: Query): void {
  query.params.push(value);
  query.sql += `$${query.params.length}`;
}

function tag<T = unknown>(strings: TemplateStringsArray, ...values: unknown[]): SQL<T> {
  return new Template(strings, values) as SQL<T>;
}

/** The place of a value that each use fills in. */
class Slot extends Template {
  constructor() {
    super([''], []);
  }
}

/** Joins the texts of nested fragments; values and slots remain, each followed by a text. */
function flatten(part: unknown, into: { strings: string[]; values: unknown[] }): void {
  const add = (text: string) => into.strings.push((into.strings.pop() ?? '') + text);
  if (part instanceof Template && !(part instanceof Slot)) {
    const { strings, values } = part;
    add(strings[0] ?? '');
    values.forEach((value, index) => {
      flatten(value, into);
      add(strings[index + 1] ?? '');
    });
  } else if (is(part, Column) || is(part, Table)) {
    add(quotedName(part));
  } else if (part !== undefined) {
    into.values.push(part);
    into.strings.push('');
  }
}

/**
 * Composes a fragment once, for any values in the places of its slots. Nothing else in it may differ
 * between its uses.
 * @param count number of slots
 */
export function composeOnce(
  build: (...slots: SQL[]) => SQL,
  count = 1,
): (...values: unknown[]) => SQL {
  const slots: unknown[] = Array.from({ length: count }, () => new Slot());
  const flat: { strings: string[]; values: unknown[] } = { strings: [''], values: [] };
  flatten(build(...(slots as SQL[])), flat);
  const slotAt = flat.values.map((value) => slots.indexOf(value));
  return (...values) =>
    new Template(
      flat.strings,
      flat.values.map((own, index) => (slotAt[index] === -1 ? own : values[slotAt[index]!])),
    );
}

const nothing = new Template([''], []);

/** `fragments` one after the other, with `separator` between them. */
function join(fragments: readonly SQLChunk[], separator: SQL = nothing): SQL {
  const strings = new Array<string>(Math.max(1, fragments.length * 2)).fill('');
  const values = fragments.flatMap((fragment, index) =>
    index === 0 ? [fragment] : [separator, fragment],
  );
  return new Template(strings, values);
}

export const sql = Object.assign(tag, {
  join,
  /** Trusted text, never from a request. */
  raw: (text: string): SQL => new Template([text], []),
  identifier: (name: string): SQL => new Template([`"${name.replaceAll('"', '""')}"`], []),
  /** A list as one array parameter instead of one parameter each. */
  param: <Value>(value: Value, encoder?: DriverValueEncoder<Value, unknown>) =>
    encoder ? new Param(value, encoder) : new Param(value),
});

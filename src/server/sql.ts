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

/** Texts and the values between them. */
abstract class Fragment extends SQL {
  abstract readonly strings: readonly string[];
  abstract readonly values: readonly unknown[];

  constructor() {
    super([]);
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
Object.defineProperty(Fragment.prototype, 'queryChunks', {
  get(this: Fragment): SQLChunk[] {
    return this.strings.flatMap((text, index) => {
      const chunk = new StringChunk(text);
      return index < this.values.length ? [chunk, this.values[index] as SQLChunk] : [chunk];
    });
  },
  set() {},
});

/** The strings of a template, shared by every use, and its values. */
class Template extends Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    super();
    this.strings = strings;
    this.values = values;
  }
}

/** Parts that all uses of a fragment share that is composed once. */
interface Composition {
  strings: string[];
  /** Values between the strings; at the places of slots, these. */
  own: unknown[];
  /** Number of the slot at each place between the strings, or -1. */
  slotAt: number[];
  /**
   * The rendered statement, if the fragment is all of it and its slots took parameters; and the
   * number of the parameter of each slot, 0 if it has none.
   */
  whole?: { sql: string; params: unknown[]; numbers: number[] };
}

/** A use of a fragment that was composed once: the values for its slots. */
class Filled extends Fragment {
  readonly composition: Composition;
  readonly inSlots: readonly unknown[];

  constructor(composition: Composition, inSlots: readonly unknown[]) {
    super();
    this.composition = composition;
    this.inSlots = inSlots;
  }

  get strings(): readonly string[] {
    return this.composition.strings;
  }

  get values(): readonly unknown[] {
    const { own, slotAt } = this.composition;
    return own.map((value, index) => (slotAt[index] === -1 ? value : this.inSlots[slotAt[index]!]));
  }

  override toQuery(config: DialectConfig): Query {
    const { composition, inSlots } = this;
    if (!inSlots.every(isParameter)) return super.toQuery(config);
    const { whole } = composition;
    if (!whole) {
      const query: Query = { sql: '', params: [] };
      const numbers = writeFilled(this, query, config);
      composition.whole = { sql: query.sql, params: query.params.slice(), numbers };
      return query;
    }
    const params = whole.params.slice();
    whole.numbers.forEach((number, slot) => {
      if (number) params[number - 1] = encoded(inSlots[slot]);
    });
    return { sql: whole.sql, params };
  }
}

const isParameter = (value: unknown): boolean =>
  value !== undefined &&
  (value === null ||
    typeof value !== 'object' ||
    value instanceof Param ||
    value instanceof Uint8Array);

/** As the driver takes it. */
function encoded(value: unknown): unknown {
  if (!(value instanceof Param)) return value;
  return value.value === null ? null : value.encoder.mapToDriverValue(value.value);
}

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
  } else if (part instanceof Filled) {
    writeFilled(part, query, config);
  } else if (isParameter(part)) {
    writeParam(encoded(part), query);
  } else if (part === undefined) {
    // As in Drizzle's tag, it renders nothing.
  } else if (is(part, Column) || is(part, Table)) {
    query.sql += quotedName(part);
  } else {
    // Parts of Drizzle's query builder, whose parameter numbers continue ours.
    const paramStartIndex = { value: query.params.length };
    const written = new SQL([part as SQLChunk]).toQuery({ ...config, paramStartIndex });
    query.sql += written.sql;
    query.params.push(...written.params);
  }
}

/** A value in a slot is one parameter however often the slot occurs. Returns their numbers. */
function writeFilled(
  { composition: { strings, own, slotAt }, inSlots }: Filled,
  query: Query,
  config: DialectConfig,
): number[] {
  const numbers: number[] = inSlots.map(() => 0);
  query.sql += strings[0];
  for (let index = 0; index < own.length; index++) {
    const slot = slotAt[index]!;
    const value = slot === -1 ? own[index] : inSlots[slot];
    if (slot === -1 || !isParameter(value)) {
      write(value, query, config);
    } else {
      if (!numbers[slot]) numbers[slot] = query.params.push(encoded(value));
      query.sql += `$${numbers[slot]}`;
    }
    query.sql += strings[index + 1];
  }
  return numbers;
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
  // Without indentation: the driver looks a statement up by its text.
  const add = (text: string) =>
    into.strings.push((into.strings.pop() ?? '') + text.replace(/\n\s+/g, '\n'));
  if (part instanceof Fragment && !(part instanceof Slot)) {
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
  const composition: Composition = {
    strings: flat.strings,
    own: flat.values,
    slotAt: flat.values.map((value) => slots.indexOf(value)),
  };
  return (...values) => new Filled(composition, values);
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

import type { ItemType } from '#lib/wire-names.ts';
import type { Handler } from './handle.ts';
import type { Queue } from './jobs.ts';
import type { ContextRow, Reportable, SubjectSource } from './subjects.ts';
import type { Sweep } from './sweep.ts';

/**
 * Everything a domain gives to the mechanisms of the server and of the domains to its left. A
 * mechanism that lies in a domain adds its own field beside the code that reads it, by augmenting
 * this interface.
 */
export interface Domain {
  /** The name of its folder. */
  name: string;
  /** Its REST calls. */
  handlers?: Handler[];
  /** Its background jobs and schedules. */
  queues?: Queue[];
  /** Run every hour: rows whose time is over. */
  sweeps?: Record<string, Sweep>;
  /** Run every hour, apart from `sweeps`: a storage that hangs must not keep those waiting. */
  fileSweeps?: Record<string, Sweep>;
  /** Objects that can be commented on, reacted to and reported, by their type. */
  subjects?: Partial<Record<ItemType, SubjectSource>>;
  /** Objects that can be reported and nothing else. */
  reportable?: Partial<Record<ItemType, Reportable>>;
  /** Where a notification can lead besides subjects: selects the object for whoever sees it. */
  contexts?: Partial<Record<ItemType, ContextRow>>;
}

/** The type check of a manifest; src/app/domains.ts lists all of them. */
export const defineDomain = (domain: Domain): Domain => domain;

type Entries = Record<string, unknown>;
/** Fields that hold named entries. */
type NamedField = {
  [Field in keyof Domain]-?: NonNullable<Domain[Field]> extends Entries
    ? NonNullable<Domain[Field]> extends unknown[]
      ? never
      : Field
    : never;
}[keyof Domain];
type EntryOf<Field extends NamedField> = NonNullable<
  NonNullable<Domain[Field]>[keyof NonNullable<Domain[Field]>]
>;

let composed: readonly Domain[] | undefined;
const named = new Map<NamedField, ReadonlyMap<string, unknown>>();

/**
 * Called once by every program that runs domain code (entry, dev, commands, tests), with the list
 * in src/app/domains.ts.
 */
export function setDomains(domains: readonly Domain[]): void {
  composed = domains;
  named.clear();
}

function domains(): readonly Domain[] {
  if (!composed)
    throw new Error('No domains are set: this program must call setDomains() when it starts.');
  return composed;
}

/** The field of every domain that has it, in the order of the domains. */
export const fromEachDomain = <Field extends keyof Domain>(
  field: Field,
): Array<NonNullable<Domain[Field]>> =>
  domains().flatMap((domain) => {
    const value = domain[field];
    // In brackets, since a field may itself be a list.
    return value === undefined ? [] : [value as NonNullable<Domain[Field]>];
  });

/** The named entries of all domains under one field, in the order of the domains. */
export function entriesOf<Field extends NamedField>(
  field: Field,
): ReadonlyMap<string, EntryOf<Field>> {
  const known = named.get(field);
  if (known) return known as ReadonlyMap<string, EntryOf<Field>>;
  const entries = new Map<string, EntryOf<Field>>();
  for (const { name, [field]: own = {} } of domains()) {
    for (const [key, entry] of Object.entries(own as Record<string, EntryOf<Field>>)) {
      if (entries.has(key)) throw new Error(`${name}: there are ${field} named ${key} already`);
      entries.set(key, entry);
    }
  }
  named.set(field, entries);
  return entries;
}

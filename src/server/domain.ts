import type { IncomingHttpHeaders } from 'node:http';
import type { SQL } from 'drizzle-orm';
import type { ItemType } from '#lib/wire-names.ts';
import type { Tx } from './db.ts';
import type { Handler } from './handle.ts';
import type { Queue } from './jobs.ts';
import type { Limit } from './limits.ts';
import type { Prune } from './prune.ts';
import type { ContextRow, Reportable, SubjectSource } from './subjects.ts';

/** Pages that the page cache keeps for visitors (docs/decisions/002-page-cache.md). */
export interface CachedPages {
  path: RegExp;
  /** Its first group is the part of the query that the page depends on. */
  query?: RegExp;
  /** Queries of lists and searches, which are rendered for each visitor and not cached. */
  uncached?: RegExp;
  /** Called for each visit that the cache answers. */
  onVisit?: (tags: string[], headers: IncomingHttpHeaders) => void;
}

export interface SitemapEntry {
  path: string;
  modifiedAt?: Date;
}

/** One series of sitemap files. */
export interface Sitemap {
  countPages: () => Promise<number>;
  /** Pages in one range of ids, from 1; undefined past the last range. */
  listPage: (page: number) => Promise<SitemapEntry[] | undefined>;
}

/**
 * Everything a domain provides to mechanisms of the server and of the domains to its left. A
 * mechanism inside a domain adds its own field next to the code that reads it, by augmenting this
 * interface.
 */
export interface Domain {
  /** The name of its folder. */
  name: string;
  /** Its REST calls. */
  handlers?: Handler[];
  /** Its rate limits. */
  limits?: Record<string, Limit>;
  /** Its background jobs and schedules. */
  queues?: Queue[];
  /** Runs when a process stops, after its last request: writes what it kept in memory. */
  onStop?: () => Promise<void>;
  /** Runs at a start in safe mode: ends short-lived codes, refuses earlier sessions. */
  onSafeMode?: () => Promise<void>;
  /** Deletes what a copy must not have: sessions, links, codes, keys, and what is due to be sent. */
  onCopied?: (tx: Tx) => Promise<void>;
  /** Run every hour: deletes expired rows. */
  prunes?: Record<string, Prune>;
  /** Run every hour, apart from `prunes`: a storage that hangs must not block those. */
  filePrunes?: Record<string, Prune>;
  /** Pages cached for visitors. */
  cachedPages?: CachedPages[];
  /** Addresses for search engines, by the name that `src/app/sitemap.ts` serves them under. */
  sitemaps?: Record<string, Sitemap>;
  /** Objects that can be commented on, reacted to and reported, by their type. */
  subjects?: Partial<Record<ItemType, SubjectSource>>;
  /** Select the texts of actions that are no items, as the viewer reads them: notices quote these. */
  actionTexts?: Record<string, (viewer: App.SqlViewer, id: SQL) => SQL>;
  /** Objects that can only be reported. */
  reportable?: Partial<Record<ItemType, Reportable>>;
  /** Targets of notifications besides subjects: selects the object if the viewer may see it. */
  contexts?: Partial<Record<ItemType, ContextRow>>;
}

/** Type-checks a manifest; src/app/domains.ts lists them all. */
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
    // Wrapped, because a field may itself be a list.
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

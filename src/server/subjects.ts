import type { SQL } from 'drizzle-orm';
import { notFound } from './errors.ts';

type Viewer = App.Locals['viewer'];

export interface Subject<Type extends string = string> {
  type: Type;
  id: number;
}

/**
 * Selects the subject with that id if the viewer may see it, in one row: `id`, `owner_ids` (author and owner of the place) and
 * `can_comment`. Its FROM names one table, whose row the mechanisms lock while they write. With `parent`, only if it stands
 * under that one: an id is never taken on its own where the request names two.
 */
export type SubjectRows = (viewer: Viewer, id: number | SQL, parent?: Subject) => SQL;

const owners = new Map<string, SubjectRows>();

/** Called by a domain when it is loaded: from now on its objects can be commented on and reacted to. */
export function ownSubject(type: string, rows: SubjectRows) {
  owners.set(type, rows);
}

/** The one table from wire type to owning domain. Of a type that nobody owns (yet) there is nothing to find. */
export function subjectRows(type: string): SubjectRows {
  const rows = owners.get(type);
  if (!rows) throw notFound();
  return rows;
}

export const ownedSubjects = (): Array<[type: string, rows: SubjectRows]> => [...owners];

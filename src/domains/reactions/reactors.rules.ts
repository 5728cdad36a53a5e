import type { ReactionName } from './reactions.rules.ts';
import type { Liker, ReactionTab } from './reactions.schema.ts';

/** A page of reactors, newest first: the fields of a list of likes that the dialog reads. */
export interface ReactorPage {
  viewAllLikesBy?: Liker[] | undefined;
  reactionTabs?: ReactionTab[] | undefined;
  next_page: number | null;
}

/** Lists reactors, all or of one kind; pages from 0. */
export type ReactorList = (query: {
  reaction?: ReactionName;
  page: number;
}) => Promise<ReactorPage>;

/** Loaded content of one tab. */
export interface Reactors {
  people: Liker[];
  /** The next page to load, null at the end. */
  next: number | null;
}

export const noReactors: Reactors = { people: [], next: 0 };

/** Appends a page. New reactions shift the pages, so duplicates are dropped. */
export function withPage(
  { people }: Reactors,
  { viewAllLikesBy = [], next_page }: ReactorPage,
): Reactors {
  const known = new Set(people.map(({ user_id }) => user_id));
  return {
    people: [...people, ...viewAllLikesBy.filter(({ user_id }) => !known.has(user_id))],
    next: next_page,
  };
}

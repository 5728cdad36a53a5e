import type { ReactionName } from './reactions.rules.ts';
import type { Liker, ReactionTab } from './reactions.schema.ts';

/** A page of who reacted, newest first: the part of a list of likes that its dialog reads. */
export interface ReactorPage {
  viewAllLikesBy?: Liker[] | undefined;
  reactionTabs?: ReactionTab[] | undefined;
  next_page: number | null;
}

/** Lists who reacted, all or those of one kind; pages from 0. */
export type ReactorList = (query: {
  reaction?: ReactionName;
  page: number;
}) => Promise<ReactorPage>;

/** What the dialog shows of one tab so far. */
export interface Reactors {
  people: Liker[];
  /** The page to ask for next, null at the end. */
  next: number | null;
}

export const noReactors: Reactors = { people: [], next: 0 };

/**
 * With one more page behind it; a reaction meanwhile shifts the pages, and nobody stands there
 * twice.
 */
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

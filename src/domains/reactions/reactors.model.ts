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

export interface ReactorModel {
  id: number;
  name: string;
  image: string;
  reaction: ReactionName;
}

/** A chosen kind with the number of its reactors. */
export interface ReactorTabModel {
  reaction: ReactionName;
  caption: string;
  count: number;
}

/** Loaded content of one tab. */
export interface Reactors {
  people: ReactorModel[];
  /** The next page to load, null at the end. */
  next: number | null;
}

export const noReactors: Reactors = { people: [], next: 0 };

const toReactor = (liker: Liker): ReactorModel => ({
  id: liker.user_id,
  name: liker.displayname,
  image: liker.image_icon,
  reaction: liker.reaction,
});

/** The most chosen kind first. Undefined if the page has no numbers. */
export const toReactorTabs = ({ reactionTabs }: ReactorPage): ReactorTabModel[] | undefined =>
  reactionTabs
    ?.toSorted(
      (a, b) => b.reaction_count - a.reaction_count || a.reactionicon_id - b.reactionicon_id,
    )
    .map(({ reaction, caption, reaction_count: count }) => ({ reaction, caption, count }));

/** Appends a page. New reactions shift the pages, so duplicates are dropped. */
export function withPage(
  { people }: Reactors,
  { viewAllLikesBy = [], next_page: next }: ReactorPage,
): Reactors {
  const known = new Set(people.map(({ id }) => id));
  return {
    people: [...people, ...viewAllLikesBy.map(toReactor).filter(({ id }) => !known.has(id))],
    next,
  };
}

import { get, post } from '#lib/rest.ts';
import type { MembersInput, ModulesAnswer, PeopleFound } from './member-list.schema.ts';
import type { SearchAnswer, SearchForm, SearchInput } from './search.schema.ts';

export const search = post<SearchInput, SearchAnswer>('/search');
/** Without a query: the fields of the search form. */
export const readSearch = get<SearchInput, SearchAnswer | SearchForm>('/search');

/** Findable members, or those with a matching name. */
export const listMembers = get<MembersInput, PeopleFound>('/members');
/** API modules of this site. */
export const listModules = get<Record<never, never>, ModulesAnswer>('/get-enabled-modules');

import { get, post } from '#lib/rest.ts';
import type { MembersInput, ModulesAnswer, PeopleFound } from './member-list.schema.ts';
import type { SearchAnswer, SearchForm, SearchInput } from './search.schema.ts';

export const search = post<SearchInput, SearchAnswer>('/search');
/** Without a query: the fields of the search form. */
export const readSearch = get<SearchInput, SearchAnswer | SearchForm>('/search');

/** All who let themselves be found, or those with such a name. */
export const listMembers = get<MembersInput, PeopleFound>('/members');
/** Which parts of the API there are here. */
export const listModules = get<Record<never, never>, ModulesAnswer>('/get-enabled-modules');

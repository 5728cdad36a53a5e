import { get, post } from '#lib/rest.ts';
import type { SearchAnswer, SearchForm, SearchInput } from './search.schema.ts';

export const search = post<SearchInput, SearchAnswer>('/search');
/** Without a query: the fields of the search form. */
export const readSearch = get<SearchInput, SearchAnswer | SearchForm>('/search');

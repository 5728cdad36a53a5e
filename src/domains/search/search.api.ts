import { z } from 'zod';
import { areAdsOn } from '#domains/ads/serving/ad-pool.server.ts';
import { isContainerType, toContainerFilter } from '#lib/container-types.ts';
import { toWireType } from '#lib/wire-names.ts';
import { originFor } from '#server/base-url.ts';
import { entriesOf } from '#server/domain.ts';
import { handle, handlePublic, type Handler } from '#server/handle.ts';
import {
  adsModule,
  membersInput,
  modules,
  modulesAnswer,
  peopleFound,
} from './member-list.schema.ts';
import { listMembers } from './member-list.server.ts';
import * as calls from './search.calls.ts';
import { searchAnswer, searchForm, searchInput, type SearchForm } from './search.schema.ts';
import { search, searchTabs } from './search.server.ts';

/** The tabs of the screen as options. */
const toForm = (): SearchForm => ({
  form: [
    { type: 'Text', name: 'query', label: 'Search' },
    {
      type: 'Select',
      name: 'type',
      label: 'Show',
      multiOptions: Object.fromEntries(
        searchTabs().map(({ type, label }) => [type && toWireType(type), label]),
      ),
    },
  ],
});

/** Kinds of containers that members find. */
const containerModules = () =>
  [...entriesOf('containerKinds')].flatMap(([type, { search: isFound }]) =>
    isFound && isContainerType(type) ? toContainerFilter(type) : [],
  );

export const searchHandlers: Handler[] = [
  handle(
    calls.search,
    searchInput,
    searchAnswer,
    (member, input, request) => search(member, input, originFor(request)),
    {
      limit: 'search',
      summary: 'Find members by name; pages, groups, events, videos and posts by their words',
    },
  ),
  handle(
    calls.readSearch,
    searchInput,
    z.union([searchAnswer, searchForm]),
    async (member, input, request) =>
      input.query ? search(member, input, originFor(request)) : toForm(),
    {
      limit: 'search',
      summary: 'The same by GET; without a query the fields of the form',
    },
  ),
  handle(
    calls.listMembers,
    membersInput,
    peopleFound,
    (member, query, request) => listMembers(member, query, originFor(request)),
    {
      limit: 'search',
      summary: 'Members who let themselves be found, newest first',
    },
  ),
  handlePublic(
    calls.listModules,
    z.object({}),
    modulesAnswer,
    async () => [...modules, ...containerModules(), ...((await areAdsOn()) ? [adsModule] : [])],
    {
      summary: 'Which parts of the API this site has',
      ignoresCredentials: true,
    },
  ),
];

import { defineDomain } from '#server/domain.ts';
import { searchHandlers } from './search.api.ts';
import { collectWords, recountWords } from './vocabulary.server.ts';

export const searchDomain = defineDomain({
  name: 'search',
  handlers: searchHandlers,
  queues: [
    { name: 'known-words', schedule: '* * * * *', work: (_, { signal }) => collectWords(signal) },
    { name: 'recount-words', schedule: '41 3 * * *', work: recountWords },
  ],
});

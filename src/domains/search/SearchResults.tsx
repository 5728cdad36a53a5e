import { SearchX } from 'lucide';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { FoundPage } from './search.model.ts';
import { SearchResultCard } from './SearchResultCard.tsx';
import './search.css';

export interface SearchResultsProps {
  query: string;
  found: FoundPage;
  now: string;
  timeZone: string;
}

export function SearchResults({ query, found, now, timeZone }: SearchResultsProps) {
  if (!query)
    return (
      <p className="search-hint">
        Search for people by name, and for everything else by the words in it.
      </p>
    );
  if (!found.results.length) {
    return (
      <EmptyState
        icon={<Icon of={SearchX} />}
        action={
          found.page > 1 ? (
            <a href={`/search?query=${encodeURIComponent(query)}`}>Back to the first page</a>
          ) : undefined
        }
      >
        {found.page > 1 ? 'No more results.' : `Nothing found for “${query}”.`}
      </EmptyState>
    );
  }
  const areNames = found.results.every(({ isMember }) => isMember);
  return (
    <>
      {found.isSimilar && (
        <p className="search-hint">
          {areNames
            ? `Nobody found for “${query}”. Similar names:`
            : `Nothing found for “${query}”. Similar results:`}
        </p>
      )}
      <ol className="search-results" aria-label="Results">
        {found.results.map((one) => (
          <SearchResultCard key={one.key} result={one} now={now} timeZone={timeZone} />
        ))}
      </ol>
    </>
  );
}

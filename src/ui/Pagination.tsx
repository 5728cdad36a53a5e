import { ChevronLeft, ChevronRight } from 'lucide';
import { Icon } from './Icon.tsx';
import './Pagination.css';

export interface PaginationProps {
  page: number;
  pageCount: number;
  /** URL of page 1; further pages add `page=n`. */
  path: string;
  label?: string;
}

/** First, last and current page with its neighbours; null for gaps. */
export function pagesShown(page: number, pageCount: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pageCount].filter(
    (number) => number >= 1 && number <= pageCount,
  );
  const numbers = [...new Set(wanted)].sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const gap = number - (numbers[index - 1] ?? 0);
    if (gap === 2) return [number - 1, number];
    return gap > 2 ? [null, number] : [number];
  });
}

export function Pagination({ page, pageCount, path, label = 'Pages' }: PaginationProps) {
  if (pageCount <= 1) return null;
  const to = (number: number) =>
    number === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${number}`;
  return (
    <nav className="pagination" aria-label={label}>
      {page > 1 && (
        <a href={to(page - 1)} rel="prev" aria-label="Previous page">
          <Icon of={ChevronLeft} />
        </a>
      )}
      {pagesShown(page, pageCount).map((number, index) =>
        number === null ? (
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <a
            key={number}
            href={to(number)}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Page ${number}`}
          >
            {number}
          </a>
        ),
      )}
      {page < pageCount && (
        <a href={to(page + 1)} rel="next" aria-label="Next page">
          <Icon of={ChevronRight} />
        </a>
      )}
    </nav>
  );
}

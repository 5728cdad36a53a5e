import { Avatar } from '#ui/Avatar.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { FoundModel } from './search.model.ts';

export interface SearchResultCardProps {
  result: FoundModel;
  now: string;
  timeZone: string;
}

/** A result as one link: a member with picture and name, or a post with author and excerpt. */
export function SearchResultCard({ result, now, timeZone }: SearchResultCardProps) {
  const { title, description, image, url, date, isFriend } = result;
  return (
    <li className="card search-result">
      <a href={url}>
        <Avatar name={title} src={image} size={40} />
        <span className="search-result-text">
          <span className="search-result-title">
            <strong dir="auto">{title}</strong>
            {isFriend && <small>Friend</small>}
            {date && (
              <small>
                <RelativeTime at={date} now={now} timeZone={timeZone} />
              </small>
            )}
          </span>
          <span className="search-result-words" dir="auto">
            {description || 'A post without text'}
          </span>
        </span>
      </a>
    </li>
  );
}

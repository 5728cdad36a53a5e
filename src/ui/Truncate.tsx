import { truncate, type Mentionable } from '#lib/text.ts';
import { LinkedParts } from './LinkedText.tsx';
import './Truncate.css';

/**
 * Text over 250 characters is cut, with Show more and Show less. The switch is an empty <details>
 * behind the text, and CSS shows the rest while it is open: no script, and Show less stands where
 * the reading ended.
 */
export function Truncate({ text, people }: { text: string; people?: Mentionable[] }) {
  const { start, rest } = truncate(text, people);
  if (!rest.length) return <LinkedParts parts={start} />;
  return (
    <span className="truncate">
      <LinkedParts parts={start} />
      <span className="truncate-dots">... </span>
      <span className="truncate-rest">
        <LinkedParts parts={rest} />{' '}
      </span>
      <details>
        <summary>
          <span className="truncate-more">Show more</span>
          <span className="truncate-less">Show less</span>
        </summary>
      </details>
    </span>
  );
}

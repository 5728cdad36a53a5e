import { truncate, type Mentionable } from '#lib/text.ts';
import { LinkedParts } from './LinkedText.tsx';
import './Truncate.css';

/**
 * Cuts text over 250 characters, with Show more and Show less. The switch is an empty <details>
 * after the text, and CSS shows the rest while it is open: no script, and Show less is at the end
 * of the text.
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

import { truncate } from '#lib/text.ts';
import { LinkedText } from './LinkedText.tsx';
import './Truncate.css';

/**
 * Text over 250 characters is cut, with Show more and Show less. The switch is an empty <details> behind the text, and
 * CSS shows the rest while it is open: no script, and Show less stands where the reading ended.
 */
export function Truncate({ text }: { text: string }) {
  const { start, rest } = truncate(text);
  if (!rest) return <LinkedText text={text} />;
  return (
    <span className="truncate">
      <LinkedText text={start} />
      <span className="truncate-dots">... </span>
      <span className="truncate-rest">
        <LinkedText text={rest} />{' '}
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

import { truncate } from '#lib/text.ts';
import { LinkedText } from './LinkedText.tsx';
import './Truncate.css';

/**
 * Text over 250 characters is cut, with Show more and Show less. Drawn with <details>, so it opens without script too,
 * and find-in-page opens it as well.
 */
export function Truncate({ text }: { text: string }) {
  const { start, rest } = truncate(text);
  if (!rest) return <LinkedText text={text} />;
  return (
    <>
      <LinkedText text={start} />
      <details className="truncate">
        <summary>
          <span className="truncate-more">... Show more</span>
          <span className="truncate-less">Show less</span>
        </summary>
        <LinkedText text={rest} />
      </details>
    </>
  );
}

import { findLinks } from '#lib/text.ts';

/** Plain text with its links, mentions and hashtags found: always text nodes, never markup. */
export function LinkedText({ text }: { text: string }) {
  return (
    <>
      {findLinks(text).map((part, index) =>
        part.kind === 'link' ? (
          <a key={index} href={part.href} rel="nofollow ugc noopener" target="_blank">
            {part.text}
          </a>
        ) : part.kind === 'text' ? (
          part.text
        ) : (
          // Where mentions and hashtags lead comes with search; until then they are only marked.
          <b key={index} className="text-mark">
            {part.text}
          </b>
        ),
      )}
    </>
  );
}

import { findLinks, linkLabel, type LinkPart, type Mentionable } from '#lib/text.ts';

/** Renders parts as text nodes and links, never as markup. */
export function LinkedParts({ parts }: { parts: LinkPart[] }) {
  return (
    <>
      {parts.map(({ kind, text, href }, index) => {
        if (kind === 'text') return text;
        if (kind === 'link') {
          return (
            <a
              key={index}
              href={href}
              rel="nofollow ugc noopener"
              target="_blank"
              title={linkLabel(text) === text ? undefined : text}
            >
              {linkLabel(text)}
            </a>
          );
        }
        return (
          <a
            key={index}
            href={kind === 'hashtag' ? `/home?hashtag=${encodeURIComponent(text.slice(1))}` : href}
          >
            {text}
          </a>
        );
      })}
    </>
  );
}

/** Plain text with links, hashtags and mentions of `people`. */
export function LinkedText({ text, people }: { text: string; people?: Mentionable[] }) {
  return <LinkedParts parts={findLinks(text, people)} />;
}

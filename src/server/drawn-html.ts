import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

/** React asks the browser to load eager pictures before the rest; our pages say so themselves. */
const preloads = /<link\s[^>]*rel="preload"[^>]*>/g;

/** @param identifierPrefix begins the ids that components make */
export function drawHtml(node: ReactNode, identifierPrefix = ''): string {
  const html = renderToString(node, { identifierPrefix });
  return html.includes('<link') ? html.replace(preloads, '') : html;
}

/**
 * Keeps HTML by a key that says everything that it shows; the oldest is dropped.
 * @param maxCharacters of all keys and texts together
 */
export function keepHtml(maxCharacters: number) {
  const kept = new Map<string, string>();
  let size = 0;
  return (
    key: string,
    draw: () => string,
    mayKeep: (html: string) => boolean = () => true,
  ): string => {
    let html = kept.get(key);
    if (html !== undefined) return html;
    html = draw();
    if (!mayKeep(html)) return html;
    kept.set(key, html);
    size += key.length + html.length;
    for (const [oldest, text] of kept) {
      if (size <= maxCharacters) break;
      kept.delete(oldest);
      size -= oldest.length + text.length;
    }
    return html;
  };
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const quotes = /&#(x27|39|34);|&quot;|["']/g;

/** Quotes are written in several ways. */
const toPlain = (html: string) => html.replace(quotes, '');
const escape = (text: string) =>
  text.replace(/[&<>]/g, (one) => entities[one as keyof typeof entities]);

/** Messages that none of the fields in the HTML shows. */
export const findUnshown = (html: string, messages: string[]): string[] => {
  const shown = toPlain(html);
  return [...new Set(messages)].filter((text) => !shown.includes(toPlain(escape(text))));
};

/** The content of a mail; a fixed template renders both text and HTML. */
export interface MailContent {
  /** The one recipient. */
  to: string;
  subject: string;
  paragraphs: string[];
  /** Listed one below the other. */
  items?: MailItem[];
  afterItems?: string;
  button?: { label: string; url: string };
  /** Small print below. */
  closing?: string;
  /** At the end of the small print. */
  links?: { label: string; url: string }[];
  /** For lists: URL that unsubscribes with one request, without log-in (RFC 8058). */
  unsubscribe?: string;
}

export interface MailItem {
  text: string;
  /** The actor's initial, shown large. */
  initial: string;
  /** Quoted text. */
  quote?: string;
  when: string;
  url: string;
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!);

const addresses = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/**
 * Link target of an address in a text: pages of this site and mailboxes. Other addresses stay text.
 */
function toLink(address: string, origin: string): string | undefined {
  if (!/^https?:/.test(address)) return `mailto:${address}`;
  return address === origin || address.startsWith(`${origin}/`) ? address : undefined;
}

/** Renders text as HTML with links: not every mail program links plain text. */
function textHtml(text: string, origin: string): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(addresses)) {
    const [address] = match;
    const link = toLink(address, origin);
    const shown = escape(address);
    html +=
      escape(text.slice(end, match.index)) +
      (link ? `<a href="${escape(link)}">${shown}</a>` : shown);
    end = match.index + address.length;
  }
  return html + escape(text.slice(end));
}

const itemText = ({ text, quote, when, url }: MailItem) =>
  [`* ${text}`, ...(quote ? [`  > ${quote}`] : []), `  ${when}`, `  ${url}`].join('\n');

export function mailText(
  { paragraphs, items = [], afterItems, button, closing, links = [] }: MailContent,
  siteName: string,
  origin: string,
): string {
  const parts = [
    ...paragraphs,
    ...items.map(itemText),
    ...(afterItems ? [afterItems] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(closing ? [closing] : []),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    `-- \n${siteName}\n${origin}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const style = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body {
    margin: 0; padding: 24px 12px; background: #f6f2ef; color: #2b2320;
    font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  }
  main { max-width: 520px; margin: 0 auto; padding: 28px; background: #fffdfb; border-radius: 12px; }
  h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.25; }
  p { margin: 0 0 16px; overflow-wrap: anywhere; }
  .button {
    display: inline-block; padding: 12px 24px; border-radius: 8px;
    background: #b4451c; color: #ffffff; font-weight: 600; text-decoration: none;
  }
  .small { color: #6d605a; font-size: 14px; }
  .small a { color: #a03a14; }
  footer { max-width: 520px; margin: 16px auto 0; padding: 0 28px; color: #6d605a; font-size: 13px; }
  footer a { color: inherit; }
  .item { display: block; margin: 0; padding: 14px 0; border-top: 1px solid #e8dfd9; overflow-wrap: anywhere; }
  .item a { display: block; color: inherit; text-decoration: none; }
  .item b { font-weight: 600; }
  .initial {
    float: left; width: 40px; height: 40px; margin: 0 12px 0 0; border-radius: 20px;
    background: #fbe3d8; color: #93350f;
    font-size: 18px; font-weight: 600; line-height: 40px; text-align: center;
  }
  .notice-text { display: block; margin-left: 52px; }
  .quote { display: block; margin-top: 2px; color: #574b45; }
  .when { display: block; margin-top: 2px; color: #6d605a; font-size: 13px; }
  .after-items { padding-top: 16px; border-top: 1px solid #e8dfd9; }
  @media (prefers-color-scheme: dark) {
    body { background: #191412; color: #f0e7e2; }
    main { background: #241d1a; }
    .item, .after-items { border-color: #3d332e; }
    .initial { background: #4a2a1c; color: #ffc4a8; }
    .quote { color: #d3c6bf; }
    .when { color: #b5a69f; }
    .button { background: #e8794a; color: #1d120d; }
    .small, footer { color: #b5a69f; }
    .small a { color: #f0a17f; }
  }`;

// Line breaks between the parts: spam filters take words that touch across a tag for hidden text.
function itemHtml({ text, initial, quote, when, url }: MailItem): string {
  const parts = [
    `<b>${escape(text)}</b>`,
    ...(quote ? [`<span class="quote">${escape(quote)}</span>`] : []),
    `<span class="when">${escape(when)}</span>`,
  ];
  const sign = `<span class="initial" aria-hidden="true">${escape(initial)}</span>`;
  return `<div class="item"><a href="${escape(url)}">\n${sign}\n<span class="notice-text">\n${parts.join('\n')}\n</span>\n</a></div>`;
}

function itemsHtml({ items, afterItems }: MailContent): string {
  if (!items?.length) return '';
  return `${items.map(itemHtml).join('\n')}\n<p class="after-items">${escape(afterItems ?? '')}</p>\n`;
}

function buttonHtml({ button, items }: MailContent): string {
  if (!button) return '';
  const url = escape(button.url);
  const plain = items
    ? ''
    : `\n<p class="small">If the button does not work, open this address:<br><a href="${url}">${url}</a></p>`;
  return `<p><a class="button" href="${url}">${escape(button.label)}</a></p>${plain}`;
}

function smallPrint({ closing, links = [] }: MailContent, origin: string): string {
  const each = links.map(({ label, url }) => `<a href="${escape(url)}">${escape(label)}</a>`);
  return closing || each.length
    ? `<p class="small">${[...(closing ? [textHtml(closing, origin)] : []), ...(each.length ? [each.join(' · ')] : [])].join('<br>')}</p>`
    : '';
}

/**
 * Laid out without tables; programs that drop the style sheet still show a readable letter with a
 * plain link.
 */
export function mailHtml(content: MailContent, siteName: string, origin: string): string {
  const { subject, paragraphs } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(subject)}</title>
<style>${style}
</style>
</head>
<body>
<main>
<h1>${escape(subject)}</h1>
${paragraphs.map((paragraph) => `<p>${textHtml(paragraph, origin)}</p>`).join('\n')}
${itemsHtml(content)}${buttonHtml(content)}
${smallPrint(content, origin)}
</main>
<footer>${escape(siteName)} · <a href="${escape(origin)}">${escape(origin)}</a></footer>
</body>
</html>
`;
}

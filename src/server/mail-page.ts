/** One mail, in words: both its text and its HTML are made from this, by one fixed template. */
export interface MailContent {
  /** The one recipient. */
  to: string;
  subject: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Small print below. */
  closing?: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!);

export function mailText({ paragraphs, button, closing }: MailContent, siteName: string, origin: string): string {
  const parts = [...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : []), ...(closing ? [closing] : []), `-- \n${siteName}\n${origin}`];
  return `${parts.join('\n\n')}\n`;
}

const style = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 24px 12px; background: #f6f2ef; color: #2b2320; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  main { max-width: 520px; margin: 0 auto; padding: 28px; background: #fffdfb; border-radius: 12px; }
  h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.25; }
  p { margin: 0 0 16px; overflow-wrap: anywhere; }
  .button { display: inline-block; padding: 12px 24px; border-radius: 8px; background: #b4451c; color: #ffffff; font-weight: 600; text-decoration: none; }
  .small { color: #6d605a; font-size: 14px; }
  .small a { color: #a03a14; }
  footer { max-width: 520px; margin: 16px auto 0; padding: 0 28px; color: #6d605a; font-size: 13px; }
  footer a { color: inherit; }
  @media (prefers-color-scheme: dark) {
    body { background: #191412; color: #f0e7e2; }
    main { background: #241d1a; }
    .small, footer { color: #b5a69f; }
    .small a { color: #f0a17f; }
  }`;

/** Laid out without tables; programs that drop the style sheet still show a readable letter with a plain link. */
export function mailHtml({ subject, paragraphs, button, closing }: MailContent, siteName: string, origin: string): string {
  const url = button ? escape(button.url) : '';
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
${paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`).join('\n')}
${button ? `<p><a class="button" href="${url}">${escape(button.label)}</a></p>\n<p class="small">If the button does not work, open this address:<br><a href="${url}">${url}</a></p>` : ''}
${closing ? `<p class="small">${escape(closing)}</p>` : ''}
</main>
<footer>${escape(siteName)} · <a href="${escape(origin)}">${escape(origin)}</a></footer>
</body>
</html>
`;
}

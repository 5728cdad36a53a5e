const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

// Characters that XML 1.0 forbids even as references.
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for an XML element or attribute. */
export const xml = (text: string) =>
  text.replace(forbidden, '').replace(/[&<>"']/g, (character) => entities[character]!);

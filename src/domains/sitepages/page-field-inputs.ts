import { lineField } from '#lib/fields.ts';

/** Such as `www.hearth.example/about`, as people type it. */
const withoutScheme = /^[^\s/:@]+\.[^\s/:@.]+(?::\d+)?(?:[/?#]|$)/;

export const websiteField = lineField(500)
  .transform((text) => (withoutScheme.test(text) ? `https://${text}` : text))
  .refine((text) => {
    if (text === '') return true;
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  }, 'Must be an address such as https://example.org.');

export const emailField = lineField(254).refine(
  (text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text),
  'Must be an e-mail address.',
);

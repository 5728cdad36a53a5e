import { z } from 'zod';
import { siteCard } from '#domains/posts/feed-item.schema.ts';

const problem = 'Please enter a link such as https://example.org.';

/** Only what can be looked at from here: http and https. */
export const linkInput = z.object({
  uri: z
    .string(problem)
    .trim()
    .max(2000, 'This link is too long.')
    .refine((uri) => {
      if (!/^https?:\/\/[^\s<>"\\]+$/i.test(uri) || !URL.canParse(uri)) return false;
      const { username, password } = new URL(uri);
      return username === '' && password === '';
    }, problem),
});
export type LinkInput = z.input<typeof linkInput>;

export const linkAnswer = z.object({
  title: z.string(),
  description: z.string(),
  /**
   * Address of a picture on this site, or nothing: pictures of other sites are shown once they were
   * copied.
   */
  thumb: z.string(),
  images: z.array(z.string()),
  uri: z.string(),
  og_data: z.object({ openGraph: siteCard, hybridGraph: siteCard }),
});
export type LinkAnswer = z.output<typeof linkAnswer>;

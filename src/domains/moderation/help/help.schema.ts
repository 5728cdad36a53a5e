import { z } from 'zod';

/** Plain text: an empty line between paragraphs, `# ` before a heading. */
export const helpText = z.object({ response: z.string() });
export type HelpText = z.output<typeof helpText>;

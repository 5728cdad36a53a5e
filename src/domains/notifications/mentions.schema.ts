import { z } from 'zod';

/**
 * Our own addition: whose profile an `@username` in a text leads to. Absent where it names nobody.
 */
export const mentions = z.array(z.object({ user_id: z.int(), username: z.string() })).optional();
export type Mentions = z.output<typeof mentions>;

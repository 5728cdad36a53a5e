import { z } from 'zod';

/**
 * Our own addition to the contract: the profile that an `@username` in a text leads to. Absent if
 * there is none.
 */
export const mentions = z.array(z.object({ user_id: z.int(), username: z.string() })).optional();
export type Mentions = z.output<typeof mentions>;

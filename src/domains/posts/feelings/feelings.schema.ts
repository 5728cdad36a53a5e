import { z } from 'zod';

const catalogueEntry = { title: z.string(), photo: z.string(), url: z.string() };
export const feelingCatalogue = z.object({
  parent: z.array(z.object({ parent_id: z.int(), tagline: z.string(), ...catalogueEntry })),
  /** By parent_id. */
  child: z.record(
    z.string(),
    z.array(z.object({ child_id: z.int(), type: z.string(), ...catalogueEntry })),
  ),
});
export type FeelingCatalogue = z.output<typeof feelingCatalogue>;

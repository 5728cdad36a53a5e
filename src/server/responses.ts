import { z } from 'zod';

/** The output of calls that answer 204: nothing. */
export const noContent = z.void();

const bodiesOfNoContent = new WeakSet<z.ZodType>();

/** 204 whose envelope also contains `body`, for clients that read it. */
export function noContentWith<T extends z.ZodType>(body: T): T {
  const marked = body.clone();
  bodiesOfNoContent.add(marked);
  return marked;
}

/** Whether the call answers 204, with a body or without. */
export const isNoContent = (output: z.ZodType): boolean =>
  output === noContent || bodiesOfNoContent.has(output);

import { z } from 'zod';

/** The output of calls that answer 204: nothing. */
export const noContent = z.void();

/** 204 whose envelope also carries `body`, for clients that look at it. */
export const noContentWith = <T extends z.ZodType>(body: T) => body.meta({ noContent: true });

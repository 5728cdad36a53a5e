import { z } from 'zod';
import { flag } from '#lib/shapes.ts';

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]{1,200}={0,2}$/, 'Must be base64url.')
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, 'Has the wrong length.');

/** A browser's push subscription: the fields of its `toJSON`, flattened. */
export const subscribeInput = z.object({
  endpoint: z.string().min(1).max(2_000),
  p256dh: base64url(65),
  auth: base64url(16),
});
export type SubscribeInput = z.input<typeof subscribeInput>;

export const pushState = z.object({
  /** For `applicationServerKey`. */
  public_key: z.string(),
  /** Whether this device is subscribed. */
  is_subscribed: flag,
});
export type PushState = z.output<typeof pushState>;

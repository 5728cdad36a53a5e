import type { z } from 'zod';
import type { Handler } from './handle.ts';

/** Fields that every call ignores or reads itself: clients add them to each request. */
const ignored = new Set([
  'language',
  'locationLibrary',
  'restapilocation',
  'REACT_APP',
  'react_app',
  'device_id',
  '_ANDROID_VERSION',
  '_IOS_VERSION',
  'ios_version',
  'oauth_secret',
  'oauth_token',
  'oauth_consumer_key',
  'oauth_consumer_secret',
]);

interface Definition {
  type: string;
  shape?: Record<string, unknown>;
  in?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  left?: z.core.$ZodType;
  right?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
}

/** The fields of an input; undefined where a function reads them first, which may take any. */
function namesOf(schema: z.core.$ZodType): string[] | undefined {
  const def = schema._zod.def as Definition;
  if (def.shape) return Object.keys(def.shape);
  const parts = [def.in, def.innerType, def.left, def.right, ...(def.options ?? [])].filter(
    (part) => part !== undefined,
  );
  if (!parts.length) return undefined;
  const names: string[] = [];
  for (const part of parts) {
    const found = namesOf(part);
    if (!found) return undefined;
    names.push(...found);
  }
  return names;
}

const cache = new WeakMap<Handler, string[] | undefined>();

/** Whether a call has a field of that name. */
export function hasField(handler: Handler, name: string): boolean {
  if (ignored.has(name) || name === handler.idField) return true;
  if (!cache.has(handler)) cache.set(handler, namesOf(handler.input));
  return cache.get(handler)?.includes(name) ?? true;
}

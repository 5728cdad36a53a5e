import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { invalid } from './errors.ts';
import { hasField } from './field-names.ts';
import type { Handler } from './handle.ts';

export interface RouteMatch {
  handler: Handler;
  /** From the path, decoded: `:name` parts and trailing key/value pairs. */
  params: Record<string, string>;
}

export interface RestRoutes {
  /** 'wrong method' for a known path with another verb, undefined for an unknown path. */
  find: (method: string, path: string) => RouteMatch | 'wrong method' | undefined;
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'];

/** A path that sets one field twice to different values is refused as ambiguous. */
function joinParams(
  one: Record<string, string>,
  other: Record<string, string>,
): Record<string, string> {
  for (const [name, value] of Object.entries(other)) {
    if (Object.hasOwn(one, name) && one[name] !== value)
      throw invalid('Sent twice with different values.', name);
  }
  return { ...one, ...other };
}

/**
 * Matches as the contract's README section 1 specifies: trailing slash, case of the first segment
 * and `/key/value` pairs do not matter.
 */
export function restRoutes(handlers: Handler[]): RestRoutes {
  const router = new SmartRouter<Handler>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const handler of handlers) {
    for (const path of [handler.call.path, ...(handler.aliases ?? [])]) {
      router.add(handler.call.method, path, handler);
      if (handler.idField && path.endsWith('/:id'))
        router.add(handler.call.method, path.slice(0, -'/:id'.length), handler);
    }
  }

  function exact(method: string, path: string): RouteMatch | undefined {
    const [found, stash] = router.match(method, path) as [
      Array<[Handler, Record<string, string | number>]>,
      string[] | undefined,
    ];
    const first = found[0];
    if (!first) return undefined;
    const params: Record<string, string> = {};
    for (const [name, value] of Object.entries(first[1]))
      params[name] = decodeURIComponent(typeof value === 'number' ? (stash![value] ?? '') : value);
    return { handler: first[0], params };
  }

  return {
    find(method, rawPath) {
      const parts = rawPath.split('/').filter(Boolean);
      if (!parts.length) return undefined;
      parts[0] = parts[0]!.toLowerCase();
      let pairs: Record<string, string> = {};
      for (let end = parts.length; end > 0 && parts.length - end <= 8; end -= 2) {
        const path = `/${parts.slice(0, end).join('/')}`;
        // Pairs that the call does not have make another path, which is unknown.
        const fits = (found: RouteMatch | undefined) =>
          found && Object.keys(pairs).every((name) => hasField(found.handler, name));
        const match = exact(method, path);
        if (match && fits(match))
          return { handler: match.handler, params: joinParams(pairs, match.params) };
        if (methods.some((other) => other !== method && fits(exact(other, path))))
          return 'wrong method';
        if (end >= 2)
          pairs = joinParams(pairs, { [parts[end - 2]!]: decodeURIComponent(parts[end - 1]!) });
      }
      return undefined;
    },
  };
}

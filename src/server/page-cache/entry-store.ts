/** One cached page. `headers` is a flat list ready for writeHead. */
export interface CachedPage {
  path: string;
  tags: string[];
  etag: string;
  headers: string[];
  /**
   * The brotli body as a latin1 string: Node sends headers and a string in one packet, but a buffer
   * in a second one.
   */
  small: string;
  /** Other encodings, and '' without one, likewise, made when they are asked for. */
  forms: Map<string, string>;
  hits: number;
  /** The brotli body is the smallest one, or will be. */
  isSmallest: boolean;
  keptAt: number;
  /** When its text changes: at the end of the UTC day, as its dates say 'Today', or earlier. */
  until: number;
  /** Its counts have changed: it is dropped when it is a second old. */
  isExpiring: boolean;
  bytes: number;
}

/** Pages by path and tag within a byte limit; least recently used are dropped first. */
export function entryStore(maxBytes: number) {
  const byPath = new Map<string, CachedPage>();
  const byTag = new Map<string, Set<string>>();
  let bytes = 0;

  function drop(path: string) {
    const cached = byPath.get(path);
    if (!cached) return;
    byPath.delete(path);
    bytes -= cached.bytes;
    for (const tag of cached.tags) {
      const paths = byTag.get(tag);
      paths?.delete(path);
      if (!paths?.size) byTag.delete(tag);
    }
  }

  function makeRoom() {
    for (const path of byPath.keys()) {
      if (bytes <= maxBytes) return;
      drop(path);
    }
  }

  return {
    get(path: string): CachedPage | undefined {
      const cached = byPath.get(path);
      if (cached) {
        // Maps keep insertion order: reinserting marks it as most recently used.
        byPath.delete(path);
        byPath.set(path, cached);
      }
      return cached;
    },
    peek: (path: string) => byPath.get(path),
    keep(cached: CachedPage) {
      drop(cached.path);
      byPath.set(cached.path, cached);
      bytes += cached.bytes;
      for (const tag of cached.tags) byTag.set(tag, (byTag.get(tag) ?? new Set()).add(cached.path));
      makeRoom();
    },
    grow(cached: CachedPage, more: number) {
      if (byPath.get(cached.path) !== cached) return;
      cached.bytes += more;
      bytes += more;
      makeRoom();
    },
    drop,
    pathsOf: (tag: string): string[] => [...(byTag.get(tag) ?? [])],
    clear() {
      byPath.clear();
      byTag.clear();
      bytes = 0;
    },
    get size() {
      return byPath.size;
    },
    get bytes() {
      return bytes;
    },
  };
}

/** One kept page. `headers` is a flat list ready for writeHead. */
export interface Kept {
  path: string;
  tags: string[];
  etag: string;
  headers: string[];
  /**
   * The body in brotli, a character for each byte: Node sends headers and text in one piece, but a
   * buffer in a second one.
   */
  small: string;
  /** Other compressed forms alike, made on the first request that wants them. */
  forms: Map<string, string>;
  hits: number;
  keptAt: number;
  /** Number of the UTC day on which its render began: its dates say 'Today'. */
  day: number;
  /** Its counts have moved: it goes when it is a second old. */
  isExpiring: boolean;
  bytes: number;
}

/** Pages by path and by tag within a limit of bytes; the least recently asked for goes first. */
export function entryStore(maxBytes: number) {
  const byPath = new Map<string, Kept>();
  const byTag = new Map<string, Set<string>>();
  let bytes = 0;

  function drop(path: string) {
    const kept = byPath.get(path);
    if (!kept) return;
    byPath.delete(path);
    bytes -= kept.bytes;
    for (const tag of kept.tags) {
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
    get(path: string): Kept | undefined {
      const kept = byPath.get(path);
      if (kept) {
        // Maps keep the order of insertion: asked for last, dropped last.
        byPath.delete(path);
        byPath.set(path, kept);
      }
      return kept;
    },
    peek: (path: string) => byPath.get(path),
    keep(kept: Kept) {
      drop(kept.path);
      byPath.set(kept.path, kept);
      bytes += kept.bytes;
      for (const tag of kept.tags) byTag.set(tag, (byTag.get(tag) ?? new Set()).add(kept.path));
      makeRoom();
    },
    grow(kept: Kept, more: number) {
      if (byPath.get(kept.path) !== kept) return;
      kept.bytes += more;
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

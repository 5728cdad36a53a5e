/** Longer than any transaction; one that was rolled back is never heard of. */
const announcedMilliseconds = 15_000;

/**
 * `post:42 731`, as triggers send it: a tag, and the number of the transaction that changes what it
 * names.
 */
export function partsOf(change: string) {
  const [tag = '', transaction = ''] = change.split(' ');
  return { tag, transaction };
}

/**
 * Changes of this process whose commit was not heard yet, by tag and then by transaction, until
 * when they count.
 */
export function announcedChanges() {
  const byTag = new Map<string, Map<string, number>>();

  function remove({ tag, transaction }: ReturnType<typeof partsOf>) {
    const transactions = byTag.get(tag);
    transactions?.delete(transaction);
    if (!transactions?.size) byTag.delete(tag);
  }

  function removeExpired() {
    const now = performance.now();
    for (const [tag, transactions] of byTag) {
      for (const [transaction, until] of transactions)
        if (until < now) remove({ tag, transaction });
    }
  }

  return {
    add({ tag, transaction }: ReturnType<typeof partsOf>) {
      const transactions = byTag.get(tag) ?? new Map<string, number>();
      byTag.set(tag, transactions.set(transaction, performance.now() + announcedMilliseconds));
    },
    remove,
    clear: () => byTag.clear(),
    /** Whether a change is on its way, to one of these or to anything at all. */
    has(tags?: string[]): boolean {
      removeExpired();
      return tags ? tags.some((tag) => byTag.has(tag)) : byTag.size > 0;
    },
    tagCount: () => byTag.size,
  };
}

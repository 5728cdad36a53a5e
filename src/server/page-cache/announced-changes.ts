/** Longer than any transaction; a rollback is never announced. */
const announcedMilliseconds = 15_000;

/**
 * Parses `post:42 731` as sent by triggers: a tag, and the id of the transaction that changes it.
 */
export function parseChange(change: string) {
  const [tag = '', transaction = ''] = change.split(' ');
  return { tag, transaction };
}

/**
 * Changes of this process whose commit has not been notified yet: expiry by tag and transaction.
 */
export function announcedChanges() {
  const byTag = new Map<string, Map<string, number>>();

  function remove({ tag, transaction }: ReturnType<typeof parseChange>) {
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
    add({ tag, transaction }: ReturnType<typeof parseChange>) {
      const transactions = byTag.get(tag) ?? new Map<string, number>();
      byTag.set(tag, transactions.set(transaction, performance.now() + announcedMilliseconds));
    },
    remove,
    clear: () => byTag.clear(),
    /** Whether a change to one of these tags, or any change, is pending. */
    has(tags?: string[]): boolean {
      removeExpired();
      return tags ? tags.some((tag) => byTag.has(tag)) : byTag.size > 0;
    },
    tagCount: () => byTag.size,
  };
}

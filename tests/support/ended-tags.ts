import { postgresAt } from '#server/postgres-at.ts';

/** Cache tags that the database ends meanwhile. */
export async function endedTags(work: () => Promise<unknown>): Promise<string[]> {
  const tags: string[] = [];
  const listener = postgresAt(process.env.DATABASE_URL!, { max: 1, fetch_types: false });
  try {
    const last = Promise.withResolvers<void>();
    await listener.listen('cache', (change) => {
      if (change === 'last') last.resolve();
      // The tag stands before the number of the transaction.
      else tags.push(change.split(' ')[0]!);
    });
    await work();
    // Notifications come in the order of the commits.
    await listener.notify('cache', 'last');
    await last.promise;
    return tags;
  } finally {
    await listener.end({ timeout: 0 });
  }
}

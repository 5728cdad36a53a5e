import type { Page } from 'playwright';

/** Everything that the browser has stored for this site and this tab, as text by kind of store. */
export const readBrowserStores = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const answerOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) =>
        Object.assign(request, {
          onsuccess: () => resolve(request.result),
          onerror: () => reject(new Error(String(request.error))),
        }),
      );
    const textOf = async (value: unknown) =>
      value instanceof File ? `${value.name} ${value.size}` : JSON.stringify(value);
    const databases: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answerOf(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([
          answerOf(objects.getAllKeys()),
          answerOf(objects.getAll() as IDBRequest<unknown[]>),
        ]);
        databases.push(name, store, ...keys.map(String));
        for (const value of values) databases.push(await textOf(value));
      }
      database.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      if (name.startsWith('public-')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        cached.push(name, request.url, await (await cache.match(request))!.text());
    }
    return {
      session: JSON.stringify(Object.entries(sessionStorage)),
      local: JSON.stringify(Object.entries(localStorage)),
      databases: databases.join('\n'),
      caches: cached.join('\n'),
      cookies: document.cookie,
      history: JSON.stringify(history.state),
    };
  });

/** The markup of the page, with the values of its fields. */
export const readShown = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
        ({ value }) => value,
      ),
    ].join('\n'),
  );

/** Number of files stored in the browser's database. */
export const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    // Opening the database before the app creates it would make it without its stores.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'keyval-store')) return 0;
    const answerOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) =>
        Object.assign(request, {
          onsuccess: () => resolve(request.result),
          onerror: () => reject(new Error('The browser has no database')),
        }),
      );
    const database = await answerOf(indexedDB.open('keyval-store'));
    const count = await answerOf(database.transaction('keyval').objectStore('keyval').count());
    database.close();
    return count;
  });

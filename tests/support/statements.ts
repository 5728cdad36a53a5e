import { driver } from '#server/db.ts';

type Client = ReturnType<typeof driver>;

/** How many statements `work` sends; a transaction's begin and commit count as one each. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const client = driver();
  const { unsafe, begin } = client;
  let count = 0;
  const counting = (inner: Client): Client['unsafe'] => {
    const send = inner.unsafe;
    return ((...args: Parameters<Client['unsafe']>) => {
      count += 1;
      return send.apply(inner, args);
    }) as Client['unsafe'];
  };
  client.unsafe = counting(client);
  client.begin = ((...args: unknown[]) => {
    count += 2;
    const run = args.pop() as (inner: Client) => unknown;
    return (begin as (...all: unknown[]) => unknown).call(client, ...args, (inner: Client) => {
      inner.unsafe = counting(inner);
      return run(inner);
    });
  }) as Client['begin'];
  try {
    await work();
    return count;
  } finally {
    Object.assign(client, { unsafe, begin });
  }
}

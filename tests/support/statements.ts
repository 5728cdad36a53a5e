import { driver } from '#server/db.ts';

type Client = ReturnType<typeof driver>;

/** How many statements `work` sends; a transaction's begin and commit count as one each. */
export const countStatements = async (work: () => Promise<unknown>): Promise<number> =>
  (await recordStatements(work)).length;

/** The texts of the statements that `work` sends, without indentation. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const client = driver();
  const { unsafe, begin } = client;
  const texts: string[] = [];
  const counting = (inner: Client): Client['unsafe'] => {
    const send = inner.unsafe;
    return ((...args: Parameters<Client['unsafe']>) => {
      texts.push(args[0].replaceAll(/\s+/g, ' '));
      return send.apply(inner, args);
    }) as Client['unsafe'];
  };
  client.unsafe = counting(client);
  client.begin = ((...args: unknown[]) => {
    texts.push('begin', 'commit');
    const run = args.pop() as (inner: Client) => unknown;
    return (begin as (...all: unknown[]) => unknown).call(client, ...args, (inner: Client) => {
      inner.unsafe = counting(inner);
      return run(inner);
    });
  }) as Client['begin'];
  try {
    await work();
    return texts;
  } finally {
    Object.assign(client, { unsafe, begin });
  }
}

/** Runs `before` once, before the first statement of `work` that has the text. */
export async function runBefore<Result>(
  text: string,
  before: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = driver();
  const { unsafe } = client;
  let isDue = true;
  client.unsafe = (async (...args: Parameters<Client['unsafe']>) => {
    if (isDue && args[0].includes(text)) {
      isDue = false;
      await before();
    }
    return unsafe.apply(client, args);
  }) as unknown as Client['unsafe'];
  try {
    return await work();
  } finally {
    client.unsafe = unsafe;
  }
}

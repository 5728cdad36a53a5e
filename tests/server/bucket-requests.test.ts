import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bucketRequests, type BucketRequests } from '#server/storage/bucket-requests.ts';

const silence = 8_000;
let requests: BucketRequests;
beforeEach(() => {
  vi.useFakeTimers();
  requests = bucketRequests('media at store', silence);
});
afterEach(() => {
  vi.useRealTimers();
});

const answer = () => Promise.resolve('answer');
const never = () => new Promise<never>(() => {});
const timeout = { name: 'BucketAway', code: 'ETIMEDOUT', bucket: 'media at store' };

/** The error of a request that nobody answers. */
async function failInSilence(): Promise<unknown> {
  const failure = requests.send(never).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(silence);
  return failure;
}

test('a request without an answer is given up and aborted', async () => {
  let isAborted = false;
  const failure = requests
    .send((signal) => {
      signal.addEventListener('abort', () => (isAborted = true));
      return never();
    })
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(silence - 1);
  expect(isAborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([isAborted, await failure]).toEqual([true, expect.objectContaining(timeout)]);
});

test('a request whose body moves takes as long as it needs', async () => {
  let report = () => {};
  let finish: (value: string) => void = () => {};
  const sent = requests.send<string>((_, onProgress) => {
    report = onProgress;
    return new Promise((resolve) => (finish = resolve));
  });
  for (let part = 0; part < 10; part += 1) {
    await vi.advanceTimersByTimeAsync(silence - 1);
    report();
  }
  finish('answer');
  expect(await sent).toBe('answer');
});

test('while the store is silent requests fail without being sent', async () => {
  await failInSilence();
  const request = vi.fn(answer);
  await expect(requests.send(request)).rejects.toMatchObject(timeout);
  expect(request).not.toHaveBeenCalled();
});

test('one request at a time finds out whether the store answers again', async () => {
  await failInSilence();
  await vi.advanceTimersByTimeAsync(1_000);
  let finish: (value: string) => void = () => {};
  const probe = requests.send<string>(() => new Promise((resolve) => (finish = resolve)));
  await expect(requests.send(answer)).rejects.toMatchObject(timeout);
  finish('answer');
  expect(await probe).toBe('answer');
  expect(await requests.send(answer)).toBe('answer');
});

test('a request without an answer is no silence of the store while another one is answered', async () => {
  const hanging = requests.send(never).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(silence / 2);
  await requests.send(answer);
  await vi.advanceTimersByTimeAsync(silence / 2);
  expect(await hanging).toMatchObject(timeout);
  expect(await requests.send(answer)).toBe('answer');
});

test('a refusal is passed on as the store names it, and is no silence', async () => {
  const refusal = Object.assign(new Error('Access Denied'), {
    name: 'AccessDenied',
    $metadata: { httpStatusCode: 403 },
  });
  await expect(requests.send(() => Promise.reject(refusal))).rejects.toMatchObject({
    name: 'BucketAway',
    code: 'AccessDenied',
    status: 403,
    message: 'AccessDenied (403)',
  });
  expect(await requests.send(answer)).toBe('answer');
});

test('a body that stops fails its reader', async () => {
  const sent = new PassThrough();
  sent.write('first');
  const read = buffer(requests.body(sent)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(silence);
  expect(await read).toMatchObject(timeout);
  expect(sent.destroyed).toBe(true);
});

test('a reader of a body may pause', async () => {
  const sent = new PassThrough();
  const body = requests.body(sent);
  sent.write(Buffer.alloc(body.readableHighWaterMark));
  await new Promise((resolve) => body.once('readable', resolve));
  await vi.advanceTimersByTimeAsync(10 * silence);
  sent.end('last');
  expect(String(await buffer(body))).toMatch(/last$/);
});

test('the end of a reader ends the answer', () => {
  const sent = new PassThrough();
  requests.body(sent).destroy();
  expect(sent.destroyed).toBe(true);
});

import { beforeEach, expect, test, vi } from 'vitest';
import { memberHeader } from '#lib/served-member.ts';
import { cachePicture, endSession, trackScreen } from '#worker/private-cache.ts';

const origin = 'https://hearth.example';
/** The stores of the worker, which Node does not have. */
const stores = new Map<string, Map<string, Response>>();
const cookies: Record<string, string> = {};

function store(name: string) {
  const entries = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, entries);
  const toUrl = (request: Request | string) => new URL(new Request(request).url).pathname;
  return Promise.resolve({
    put: async (request: Request | string, response: Response) =>
      void entries.set(toUrl(typeof request === 'string' ? origin + request : request), response),
    keys: async () => [...entries.keys()].map((path) => new Request(origin + path)),
    delete: async (request: Request) => entries.delete(toUrl(request)),
  });
}

beforeEach(() => {
  stores.clear();
  vi.stubGlobal('location', new URL(origin));
  vi.stubGlobal('caches', {
    keys: async () => [...stores.keys()],
    open: store,
    delete: async (name: string) => stores.delete(name),
  });
  vi.stubGlobal('cookieStore', {
    get: async (name: string) => (name in cookies ? { value: cookies[name] } : null),
  });
});

function screen(member: number, path: string, body: BodyInit): Response {
  const headers = { 'content-type': 'text/html', [memberHeader]: String(member) };
  return Object.defineProperty(new Response(body, { headers }), 'url', { value: origin + path });
}

test('a feed that is still being read when the next member opens a screen is not stored', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const reading = trackScreen(screen(7, '/home', readable));
  await trackScreen(screen(8, '/messages', 'Letters'));
  await writer.write(new TextEncoder().encode('The feed of seven'));
  await writer.close();
  await reading;
  expect([...stores.keys()]).toEqual([]);
  // Nor when both come before the caches of others are deleted.
  const both = [
    trackScreen(screen(7, '/home', 'The feed of seven')),
    trackScreen(screen(8, '/messages', 'Letters')),
  ];
  await Promise.all(both);
  expect([...stores.keys()]).toEqual([]);
});

test('a picture goes into the cache of whom the cookie of this host names', async () => {
  await trackScreen(screen(8, '/home', 'A feed with /media/1'));
  cookies.hearth_member = '7';
  cookies['__Host-hearth_member'] = '8';
  const headers = { 'content-length': '3' };
  await cachePicture(new Request(`${origin}/media/1`), new Response('png', { headers }));
  expect([...stores.get('private-8')!.keys()]).toEqual(['/home', '/media/1']);
});

test('a picture that comes while a sign-out deletes the caches creates none again', async () => {
  await trackScreen(screen(8, '/home', 'A feed with /media/1'));
  const { delete: remove } = caches;
  vi.spyOn(caches, 'delete').mockImplementation(async (name) => {
    await new Promise(setImmediate);
    return remove(name);
  });
  const ended = endSession();
  vi.stubGlobal('cookieStore', { get: () => ended.then(() => ({ value: '8' })) });
  const headers = { 'content-length': '3' };
  await cachePicture(new Request(`${origin}/media/1`), new Response('png', { headers }));
  expect([...stores.keys()]).toEqual([]);
});

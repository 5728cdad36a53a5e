import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { closable } from '#server/http/closable.ts';

test('responses in progress finish, and idle or unused connections do not delay the shutdown', async () => {
  let slow: ServerResponse | undefined;
  let connections = 0;
  const server = createServer((req, res) => {
    if (req.url === '/slow') slow = res;
    else res.end('quick');
  }).on('connection', () => (connections += 1));
  const close = closable(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const unused = connect(port, '127.0.0.1').resume();
  const idle = connect(port, '127.0.0.1').resume();
  idle.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(idle, 'data');
  const answer = fetch(`http://127.0.0.1:${port}/slow`);
  await expect.poll(() => [connections, slow !== undefined]).toEqual([3, true]);
  const closed = close(600_000);
  await Promise.all([once(unused, 'close'), once(idle, 'close')]);
  slow!.end('slow');
  expect(await (await answer).text()).toBe('slow');
  await closed;
});

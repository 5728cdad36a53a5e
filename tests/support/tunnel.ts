import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

interface Tunnel {
  origin: string;
  /** A connection that has sent so many bytes is cut. */
  cutAfter(bytes: number): void;
  /** All connections are cut, and new ones refused, until it is open again. */
  close(): void;
  open(): void;
  stop(): void;
}

/** A way to the server that can break, on both sides. */
export async function startTunnel(to: string): Promise<Tunnel> {
  const { port } = new URL(to);
  const sockets = new Set<Socket>();
  let most = Infinity;
  let isClosed = false;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const tunnel = createServer((near) => {
    if (isClosed) return void near.resetAndDestroy();
    const far = connect(Number(port), '127.0.0.1');
    let sent = 0;
    for (const [one, other] of [[near, far], [far, near]] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    near.on('data', (chunk) => {
      sent += chunk.length;
      if (sent <= most) return;
      near.resetAndDestroy();
      far.resetAndDestroy();
    });
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => tunnel.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(tunnel.address() as AddressInfo).port}`,
    cutAfter: (bytes) => (most = bytes),
    close: () => {
      isClosed = true;
      cut();
    },
    open: () => (isClosed = false),
    stop: () => {
      cut();
      tunnel.close();
    },
  };
}

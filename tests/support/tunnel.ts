import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Tunnel {
  origin: string;
  port: number;
  /** Cuts a connection after that many bytes. */
  cutAfter(bytes: number): void;
  /** Cuts all connections and refuses new ones until reopened. */
  close(): void;
  open(): void;
  /** Resets all connections; new ones work. */
  reset(): void;
  /** Drops all data of existing connections silently, like a firewall. New ones work. */
  silence(): void;
  /**
   * As `silence`, also for new connections, until reopened: a server that accepts and does not
   * answer.
   */
  freeze(): void;
  /** Keeps back what is sent to connections that began by saying `name`, new ones too. */
  hold(name: string): void;
  /** How many pieces are kept back; only those that contain `text`, if it is given. */
  held(text?: string): number;
  /** Sends so many of them, the oldest first, or all and keeps nothing back any more. */
  release(count?: number): void;
  /** Delays every response by that many milliseconds, half in each direction. */
  delay(roundTrip: number): void;
  /** Number of open connections; only those that began by saying `name`, if it is given. */
  connections(name?: string): number;
  /** Number of connections since the last `open` that began by saying `name`. */
  dialled(name: string): number;
  stop(): void;
}

interface Direction {
  from: Socket;
  to: Socket;
  /** Arrival time of the last chunk; none may overtake it. */
  arrivesAt: number;
}

interface Pair {
  near: Socket;
  far: Socket;
  isSilent: boolean;
  /** First bytes of the near side, which name the program to PostgreSQL. */
  greeting: string;
}

/**
 * A proxy that can break the connection on both sides. `to` is an origin or a PostgreSQL URL (also
 * of its socket).
 */
export async function startTunnel(to: string): Promise<Tunnel> {
  const pairs = new Set<Pair>();
  let since = new Set<Pair>();
  let maxBytes = Infinity;
  let isClosed = false;
  let isFrozen = false;
  let roundTrip = 0;
  let heldName: string | undefined;
  const held: Array<{ chunk: string | Buffer; pass: () => void }> = [];

  const tunnel = createServer((near) => {
    if (isClosed) return void near.resetAndDestroy();
    const pair: Pair = { near, far: connect(target(to)), isSilent: isFrozen, greeting: '' };
    pairs.add(pair);
    since.add(pair);
    forward(pair, { from: near, to: pair.far, arrivesAt: 0 });
    forward(pair, { from: pair.far, to: near, arrivesAt: 0 });
    let sent = 0;
    near.on('data', (chunk) => {
      if (!sent) pair.greeting = chunk.toString('latin1');
      sent += chunk.length;
      if (sent > maxBytes) cut(pair);
    });
  });

  function forward(pair: Pair, direction: Direction) {
    const { from, to: other } = direction;
    from.setNoDelay(true);
    const later = (work: () => void) => {
      if (pair.isSilent) return;
      const now = performance.now();
      direction.arrivesAt = Math.max(now + roundTrip / 2, direction.arrivesAt);
      if (direction.arrivesAt <= now) work();
      else setTimeout(() => !pair.isSilent && work(), direction.arrivesAt - now);
    };
    from.on('data', (chunk) =>
      later(() => {
        const pass = () => {
          if (other.destroyed || other.write(chunk) || roundTrip) return;
          from.pause();
          other.once('drain', () => from.resume());
        };
        if (heldName && other === pair.near && pair.greeting.includes(heldName))
          held.push({ chunk, pass });
        else pass();
      }),
    );
    from.on('end', () => later(() => other.end()));
    from.on('error', () => !pair.isSilent && other.destroy());
    from.on('close', () => {
      later(() => other.destroy());
      if (pair.near.destroyed && pair.far.destroyed) pairs.delete(pair);
    });
  }

  const cut = ({ near, far }: Pair) => {
    near.resetAndDestroy();
    // Unix sockets have no reset.
    if (far.remoteAddress) far.resetAndDestroy();
    else far.destroy();
  };
  const destroy = () => {
    for (const { near, far } of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  const silence = () => {
    for (const pair of pairs) pair.isSilent = true;
  };

  await new Promise<void>((resolve) => tunnel.listen(0, '127.0.0.1', resolve));
  const { port } = tunnel.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    cutAfter: (bytes) => (maxBytes = bytes),
    close: () => {
      isClosed = true;
      destroy();
    },
    open: () => {
      isClosed = false;
      isFrozen = false;
      since = new Set();
    },
    reset: () => [...pairs].forEach(cut),
    silence,
    freeze: () => {
      isFrozen = true;
      silence();
    },
    hold: (name) => (heldName = name),
    held: (text = '') => held.filter(({ chunk }) => chunk.includes(text)).length,
    release: (count) => {
      const released = held.splice(0, count ?? held.length);
      if (count === undefined) heldName = undefined;
      for (const { pass } of released) pass();
    },
    delay: (milliseconds) => (roundTrip = milliseconds),
    connections: (name = '') =>
      [...pairs].filter(({ near, greeting }) => !near.destroyed && greeting.includes(name)).length,
    dialled: (name) => [...since].filter(({ greeting }) => greeting.includes(name)).length,
    stop: () => {
      destroy();
      tunnel.close();
    },
  };
}

function target(to: string): { port: number; host: string } | { path: string } {
  const { protocol, hostname, port } = new URL(to);
  const host = decodeURIComponent(hostname);
  const usual = protocol.startsWith('postgres') ? 5432 : 80;
  const number = Number(port || usual);
  return host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${number}` }
    : { port: number, host: '127.0.0.1' };
}

/** The PostgreSQL URL through a tunnel. */
export async function startDatabaseTunnel(url: string): Promise<Tunnel & { url: string }> {
  const tunnel = await startTunnel(url);
  const address = new URL(url);
  address.searchParams.delete('host');
  address.hostname = '127.0.0.1';
  address.port = String(tunnel.port);
  return { ...tunnel, url: address.href };
}

import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Pushed {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** Payload decrypted with the device's own keys. */
  payload: unknown;
}

export interface PushService {
  pushed: Pushed[];
  /** Status of all further responses. */
  status: number;
  /** A device's new subscription. */
  subscription: () => { endpoint: string; p256dh: string; auth: string };
  stop: () => Promise<void>;
}

interface Device {
  auth: Buffer;
  pair: ReturnType<typeof createECDH>;
}

/**
 * Decrypts per RFC 8188 and RFC 8291, implemented independently: a browser must be able to read
 * what our side encrypts.
 */
function decrypt(body: Buffer, { auth, pair }: Device): unknown {
  const [salt, keyLength] = [body.subarray(0, 16), body[20]!];
  const sender = body.subarray(21, 21 + keyLength);
  const hkdf = (secret: Buffer, with_: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length));
  const shared = hkdf(
    pair.computeSecret(sender),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]),
    32,
  );
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(shared, salt, 'Content-Encoding: aes128gcm\0', 16),
    hkdf(shared, salt, 'Content-Encoding: nonce\0', 12),
  );
  const encrypted = body.subarray(21 + keyLength);
  decipher.setAuthTag(encrypted.subarray(-16));
  const plain = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8'));
}

/** Throws unless the header was signed for this service by the key that it names (RFC 8292). */
export function readVapid(header: string): {
  key: string;
  claims: { aud: string; exp: number; sub: string };
} {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header)!;
  const [head, claims, signature] = token!.split('.') as [string, string, string];
  const point = Buffer.from(key!, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The signature does not fit the key');
  return {
    key: key!,
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as {
      aud: string;
      exp: number;
      sub: string;
    },
  };
}

/**
 * A real push service on a loopback port that keeps received messages, and devices that read them.
 */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Device>();
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const device = devices.get(req.url!);
        if (service.status < 300 && device)
          service.pushed.push({
            path: req.url!,
            headers: req.headers,
            payload: decrypt(Buffer.concat(chunks), device),
          });
        res.writeHead(device ? service.status : 404, { location: '/elsewhere' }).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const service: PushService = {
    pushed: [],
    status: 201,
    subscription() {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const device = { auth: randomBytes(16), pair };
      const path = `/push/${devices.size + 1}`;
      devices.set(path, device);
      return {
        endpoint: `http://127.0.0.1:${port}${path}`,
        p256dh: pair.getPublicKey('base64url'),
        auth: device.auth.toString('base64url'),
      };
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return service;
}

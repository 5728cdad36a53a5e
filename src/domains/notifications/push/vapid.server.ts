import { createECDH } from 'node:crypto';
import { purposeKeys } from '#server/secrets.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

let made: VapidKeys[] | undefined;

/**
 * The key pairs that name this site to push services, the current one first: made of the secrets of
 * the first start, the same in every process.
 */
export function vapidKeys(): VapidKeys[] {
  return (made ??= purposeKeys('vapid').map((secret) => {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(secret);
    return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
  }));
}

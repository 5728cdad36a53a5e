import { createECDH } from 'node:crypto';
import { purposeKeys } from '#server/secrets.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

let made: VapidKeys[] | undefined;

/**
 * VAPID key pairs, the current one first: derived from the secrets of the first start, so every
 * process has the same.
 */
export function vapidKeys(): VapidKeys[] {
  return (made ??= purposeKeys('vapid').map((secret) => {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(secret);
    return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
  }));
}

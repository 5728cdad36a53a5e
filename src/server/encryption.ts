import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { purposeKey, purposeKeys } from './secrets.ts';

// Encrypts values that only this server may read back, such as the secret of an authenticator app:
// the database alone reveals nothing. The first byte is the version of this layout.

const version = 1;
const [nonceLength, tagLength] = [12, 16];

/**
 * Encrypts with the purpose's current key.
 * @param owner bound to the ciphertext: it decrypts for nobody else, so rows cannot be swapped
 */
export function encrypt(purpose: string, owner: string | number, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', purposeKey(purpose), nonce).setAAD(
    Buffer.from(`${purpose} ${owner}`),
  );
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), text]);
}

/** Decrypts, also with an older key. Throws when no key fits. */
export function decrypt(purpose: string, owner: string | number, encrypted: Buffer): Buffer {
  const nonce = encrypted.subarray(1, 1 + nonceLength);
  const tag = encrypted.subarray(1 + nonceLength, 1 + nonceLength + tagLength);
  const text = encrypted.subarray(1 + nonceLength + tagLength);
  for (const key of encrypted[0] === version ? purposeKeys(purpose) : []) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(`${purpose} ${owner}`))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]);
    } catch {
      // Encrypted with another key.
    }
  }
  throw new Error(`No key decrypts ${purpose}: one is missing in SECRET_KEYS`);
}

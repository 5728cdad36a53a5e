import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { env } from '#server/env.ts';
import { createSemaphore } from '#server/semaphore.ts';
import { passwordProblem, type PasswordOwner } from './auth.rules.ts';

const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
/**
 * Each hash blocks a thread of Node's pool, which file reads need as well. So two at once and a
 * bounded queue: a flood of log-ins gets 503, and the process goes on serving.
 */
const hashing = createSemaphore({ max: 2, maxQueue: 64, maxWait: 5_000 });

async function derive(
  password: string,
  parameters: Omit<Argon2Parameters, 'message'>,
): Promise<Buffer> {
  const release = await hashing.acquire();
  try {
    // NFC: the same password typed on two systems may arrive composed or decomposed.
    const message = Buffer.from(password.normalize('NFC'));
    return await new Promise((resolve, reject) => {
      argon2('argon2id', { ...parameters, message }, (error, tag) =>
        error ? reject(error) : resolve(tag),
      );
    });
  } finally {
    release();
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** The password as a PHC string, with its parameters and salt. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, { ...cost, nonce, tagLength });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A hash of an unknown random value, for an account whose password is void. */
export const voidHash = () =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(tagLength))}`;
/** An unknown account takes the same work as a wrong password. */
const nobody = voidHash();

export interface PasswordCheck {
  fits: boolean;
  /** Whether it has older parameters: hash again while the password is at hand. */
  isOutdated: boolean;
}

export async function checkPassword(
  password: string,
  stored: string | undefined,
): Promise<PasswordCheck> {
  const match = phc.exec(stored ?? nobody);
  if (!match) throw new Error('A stored password hash is damaged');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const expected = Buffer.from(match[5]!, 'base64');
  const tag = await derive(password, {
    memory,
    passes,
    parallelism,
    nonce: Buffer.from(match[4]!, 'base64'),
    tagLength: expected.length,
  });
  const isOutdated =
    memory !== cost.memory ||
    passes !== cost.passes ||
    parallelism !== cost.parallelism ||
    expected.length !== tagLength;
  return { fits: timingSafeEqual(tag, expected) && stored !== undefined, isOutdated };
}

let common: Promise<Set<string>> | undefined;

/**
 * The common passwords that our rules would accept: the list of @zxcvbn-ts/language-common, some
 * 18,000 of the right length.
 */
function commonPasswords(): Promise<Set<string>> {
  return (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(
        (dictionary['passwords-common'] as string[]).filter(
          (entry) => passwordProblem(entry, { siteName: '' }) === null,
        ),
      ),
  ));
}

/** The problem of a new password, or null. */
export async function newPasswordProblem(
  password: string,
  owner: Omit<PasswordOwner, 'siteName'>,
): Promise<string | null> {
  const problem = passwordProblem(password, { ...owner, siteName: env().SITE_NAME });
  if (problem) return problem;
  return (await commonPasswords()).has(password.toLowerCase())
    ? 'This password is too common. Please choose another.'
    : null;
}

// Rules for accounts that need no database. Every `…Problem` returns a text for people, or null if
// the value is valid.

export const passwordLength = { min: 8, max: 128 };
const lengthOf = (text: string) => [...text].length;

/** Values that a password must not be made of. */
export interface PasswordOwner {
  email?: string;
  firstName?: string;
  lastName?: string;
  username?: string;
  siteName: string;
}

export function passwordProblem(password: string, owner: PasswordOwner): string | null {
  const length = lengthOf(password);
  if (length < passwordLength.min) return `At least ${passwordLength.min} characters.`;
  if (length > passwordLength.max) return `At most ${passwordLength.max} characters.`;
  return isMadeOf(password, owner)
    ? 'Please do not use your name, your e-mail address or the name of this site.'
    : null;
}

/** True if hardly more than digits and signs remains without the owner's names. */
function isMadeOf(
  password: string,
  { email = '', firstName = '', lastName = '', username = '', siteName }: PasswordOwner,
): boolean {
  const words = [firstName, lastName, username, siteName, email, ...email.split(/[^A-Za-z0-9]+/)]
    .flatMap((name) => [name, ...name.split(/\s+/)])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3)
    .sort((one, other) => other.length - one.length);
  let rest = password.toLowerCase();
  for (const word of words) rest = rest.replaceAll(word, '');
  return (
    rest.length < password.length &&
    rest.length < passwordLength.min &&
    rest.replace(/[^\p{L}]/gu, '').length < 4
  );
}

/** A hint while typing, not a rule: length counts most, variety a little. */
export function passwordStrength(password: string): 'too short' | 'weak' | 'fair' | 'strong' {
  const length = lengthOf(password);
  if (length < passwordLength.min) return 'too short';
  const variety = new Set(password.toLowerCase()).size;
  if (variety < 5) return 'weak';
  const score = length + variety / 2;
  if (score >= 22) return 'strong';
  return score >= 16 ? 'fair' : 'weak';
}

const systems: Array<[RegExp, string]> = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
// Order matters: nearly every browser also claims to be the ones below it.
const browsers: Array<[RegExp, string]> = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/**
 * 'Firefox on Windows', for the list of devices. Guessed from the user agent; nothing depends on
 * it.
 */
export function deviceName(userAgent: string): string {
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return system ? `App on ${system}` : 'Unknown device';
}

/** Shown after a confirmation that could not tell which sign-up's password to keep. */
export const passwordVoid =
  'Your e-mail address is confirmed. More than one sign-up was made with it, so please ' +
  'choose your password: we have just sent you a link by e-mail.';

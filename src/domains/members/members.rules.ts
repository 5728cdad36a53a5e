// Rules for members that need no database. Every `…Problem` returns a text for people, or null if
// the value is valid.

// The format that browsers accept in <input type=email>, with a dot in the domain. ASCII only: the
// address shown must be the one mailed to.
const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

export function emailProblem(email: string): string | null {
  if (!email) return 'Please enter your e-mail address.';
  if (email.length > 255) return 'At most 255 characters.';
  return emailPattern.test(email)
    ? null
    : 'Please enter an e-mail address such as ada@hearth.example.';
}

export function usernameProblem(username: string): string | null {
  if (/^[A-Za-z0-9](?:[A-Za-z0-9._]{1,38})[A-Za-z0-9]$/.test(username)) return null;
  return '3 to 40 letters, digits, dots or underscores, with a letter or digit at each end.';
}

/** Checks first and last name together; each alone is checked before. */
export function namesProblem(firstName: string, lastName: string): string | null {
  return [...`${firstName} ${lastName}`].length > 60
    ? 'First and last name together can have up to 60 characters.'
    : null;
}

/**
 * Key in `site_state` with the SHA-256 (hex) of the one-time link. Only the newest link is valid.
 */
export const firstAdminKey = 'first_admin_link';

export const firstAdminPath = (code: string) => `/first-administrator/${code}`;

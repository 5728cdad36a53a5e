import anyAscii from 'any-ascii';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** Letters and digits in ASCII, transliterated. */
const plain = (name: string): string =>
  anyAscii(name.replace(/[^\p{L}\p{M}\p{N}]/gu, ''))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/**
 * 'Zoë Ångström' gives 'zoe.angstrom' and 'Мария Иванова' 'mariya.ivanova': the start of a
 * username, never shorter than allowed. Undefined if nothing of the name can be transliterated.
 */
export function usernameFrom(firstName: string, lastName: string): string | undefined {
  const base = [plain(firstName), plain(lastName)]
    .filter(Boolean)
    .join('.')
    .slice(0, 30)
    .replace(/\.$/, '');
  if (!base) return undefined;
  return base.length >= 3 ? base : `member${base.replace('.', '')}`;
}

/** Pending sign-ups reserve no name, so only confirmed accounts count. */
export async function isUsernameTaken(tx: Tx, username: string): Promise<boolean> {
  const found = await tx.execute(
    sql`
      select 1
      from members
      where lower(username) = lower(${username})
        and status in ('active', 'suspended')`,
  );
  return found.length > 0;
}

/** A free username made from the name: as it is, else with digits appended. */
export async function freeUsername(tx: Tx, firstName: string, lastName: string): Promise<string> {
  // Sign-up asks for a username if the name gives none; a restored account cannot be asked.
  const base = usernameFrom(firstName, lastName) ?? 'member';
  for (let digits = 0; digits < 6; digits += 1) {
    const candidate = digits
      ? `${base}${Math.floor(Math.random() * 9 * 10 ** digits) + 10 ** digits}`
      : base;
    if (!(await isUsernameTaken(tx, candidate))) return candidate;
  }
  return `member${Date.now()}`;
}

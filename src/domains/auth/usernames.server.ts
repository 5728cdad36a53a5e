import anyAscii from 'any-ascii';

/** Plain letters and digits, as the name is read in Latin letters. */
const plain = (name: string): string =>
  anyAscii(name.replace(/[^\p{L}\p{M}\p{N}]/gu, ''))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/**
 * 'Zoë Ångström' gives 'zoe.angstrom' and 'Мария Иванова' 'mariya.ivanova': the start of a
 * username, never shorter than one may be. Undefined where nothing of the name can be written so.
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

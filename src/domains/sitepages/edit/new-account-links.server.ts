import { isNewAccount } from '#domains/policy/account-age.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toPlainText } from '#lib/rich-text.ts';
import { findLinks } from '#lib/text.ts';
import type { Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { PageFields } from './page-changes.server.ts';

// Pages made for their links come from accounts of the same day.

const linklessHours = 24;

type Links = Record<'website' | 'body' | 'overview', string[]>;

const linksInText = (text: string): string[] =>
  findLinks(text).flatMap((part) => (part.kind === 'link' ? [part.href ?? part.text] : []));

function linksInTree(overview: PageFields['overview'] | null): string[] {
  if (!overview) return [];
  if (typeof overview === 'string') return linksInText(overview);
  const marked = JSON.stringify(overview).matchAll(/"href":"((?:[^"\\]|\\.)*)"/g);
  return [...linksInText(toPlainText(overview)), ...Array.from(marked, ([, href]) => href!)];
}

const linksIn = ({ website, description, overview }: LinkedFields): Links => ({
  website: website ? [website] : [],
  body: linksInText(description ?? ''),
  overview: linksInTree(overview ?? null),
});

type LinkedFields = {
  [Name in 'website' | 'description' | 'overview']?: PageFields[Name] | null;
};

/**
 * Refuses links that a new account adds to a page; those of others stay.
 * @param id of the page, or 0 for a new one
 */
export async function checkNewAccountLinks(
  tx: Tx,
  member: Member,
  id: number,
  fields: PageFields,
): Promise<void> {
  const links = linksIn(fields);
  if (!Object.values(links).some(({ length }) => length > 0)) return;
  const [stored] = await tx.execute<LinkedFields & { isNew: boolean }>(sql`
    select ${isNewAccount(member.id, linklessHours)} as "isNew", p.website, p.description, p.overview
    from (select) one
    left join sitepages p on p.id = ${id}`);
  if (!stored!.isNew) return;
  const kept = linksIn(stored!);
  for (const field of ['website', 'body', 'overview'] as const)
    if (links[field].some((link) => !kept[field].includes(link)))
      throw invalid('New members can add links to pages from their second day on.', field);
}

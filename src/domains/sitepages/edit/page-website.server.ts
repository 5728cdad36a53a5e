import { Parser } from 'htmlparser2';
import { writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { readPageAsStaff } from '#domains/sitepages/one-page.server.ts';
import { pageAddresses } from '#domains/sitepages/page-paths.ts';
import { now } from '#server/clock.ts';
import { env } from '#server/env.ts';
import { invalid } from '#server/errors.ts';
import { FetchError } from '#server/fetching/guard.ts';
import { guardedFetch, type FetchRules } from '#server/guarded-fetch.ts';
import { sql } from '#server/sql.ts';
import { changeAsAdmin } from './page-changes.server.ts';

const rules: FetchRules = { types: ['text/html'], maxBytes: 512 * 1024, whenLonger: 'cut' };

/** Addresses that a page of the web names as its own: `rel="me"` on a link. */
export function ownAddresses(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, { rel = '', href }) {
      const isOwn = rel.toLowerCase().split(/\s+/).includes('me');
      if ((name === 'a' || name === 'link') && isOwn && href) found.push(href.trim());
    },
  });
  parser.end(html);
  return found;
}

/**
 * Looks whether the website of the page links to it with `rel="me"`, so that its owner owns both.
 * Refused if it does not.
 */
export async function verifyWebsite(member: Member, id: number): Promise<void> {
  const page = await readPageAsStaff(member, id);
  if (!page.website) throw invalid('The page has no website yet.', 'website');
  const fetched = await guardedFetch(page.website, rules).catch((error: unknown) => {
    if (error instanceof FetchError) throw invalid('This website cannot be read.', 'website');
    throw error;
  });
  const own = pageAddresses(page, env().PUBLIC_ORIGIN);
  if (!ownAddresses(fetched.body.toString('utf8')).some((address) => own.includes(address)))
    throw invalid('The website has no link with rel="me" to this page.', 'website');
  await changeAsAdmin(member, id, async ({ tx, container }) => {
    await tx.execute(sql`
      update sitepages
      set website_verified_at = ${now()}
      where id = ${id} and website = ${page.website}`);
    await writeAuditEntry(tx, container, member.id, { action: 'verify_website' });
  });
}

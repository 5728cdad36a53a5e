import { createHash } from 'node:crypto';
import { findEmbed } from '#domains/media/videos/embeds.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { FetchError } from '#server/fetching/guard.ts';
import { guardedFetch, type FetchRules } from '#server/guarded-fetch.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { decodePage, toLinkFacts, toVideoFacts } from './link-facts.server.ts';
import type { LinkFacts } from './link-preview.table.ts';

const page: FetchRules = { types: ['text/html'], maxBytes: 512 * 1024, whenLonger: 'cut' };
/** oEmbed answers of providers, whose pages have the title after half a megabyte of script. */
const video: FetchRules = {
  types: ['application/json'],
  maxBytes: 64 * 1024,
  whenLonger: 'refuse',
};

/** Maximum of concurrent requests of this process. */
const maxRequests = 24;
const requests = new Map<string, Promise<LinkFacts | null>>();

/** Cache address of a page, without the fragment. */
function plainAddress(uri: string): string {
  const url = new URL(uri);
  url.hash = '';
  return url.href;
}

const toKey = (address: string) => createHash('sha256').update(address).digest();

export const isPreviewable = (uri: string): boolean =>
  /^https?:\/\//i.test(uri) && URL.canParse(uri);

/**
 * Cached metadata of a link: undefined without an entry, null after a recent failure.
 * @param on the transaction of the caller, if there is one
 */
export async function findCachedFacts(
  uri: string,
  on: Tx = db,
): Promise<LinkFacts | null | undefined> {
  if (!isPreviewable(uri)) return undefined;
  const rows = await on.execute<{ metadata: LinkFacts | null }>(
    sql`
      select metadata
      from link_previews
      where key = ${toKey(plainAddress(uri))}
        and expires_at > ${now()}`,
  );
  return rows[0]?.metadata;
}

/** Metadata of a linked page, cached for 24 hours. Null if it cannot be read. */
export async function lookUpLink(uri: string): Promise<LinkFacts | null> {
  const cached = await findCachedFacts(uri);
  if (cached !== undefined) return cached;
  const address = plainAddress(uri);
  let request = requests.get(address);
  if (!request) {
    if (requests.size >= maxRequests) return null;
    request = fetchAndCache(address).finally(() => requests.delete(address));
    requests.set(address, request);
  }
  return request;
}

async function fetchAndCache(address: string): Promise<LinkFacts | null> {
  const facts = await fetchFacts(address);
  await db.execute(sql`
    insert into link_previews (key, url, metadata, expires_at)
    values (
      ${toKey(address)}, ${address}, ${facts && JSON.stringify(facts)}::jsonb,
      ${now()} + ${facts ? '24 hours' : '10 minutes'}::interval
    )
    on conflict (key)
    do update set metadata = excluded.metadata, expires_at = excluded.expires_at`);
  return facts;
}

async function fetchFacts(address: string): Promise<LinkFacts | null> {
  try {
    const embed = findEmbed(address);
    if (embed)
      return toVideoFacts(
        (await guardedFetch(embed.oembed, video)).body.toString(),
        embed.provider,
      );
    const { body, charset, url } = await guardedFetch(address, page);
    return toLinkFacts(decodePage(body, charset), url);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    log('info', 'link not read', { fault: error.fault });
    return null;
  }
}

/** Deletes expired entries. */
export async function pruneLinkPreviews(): Promise<void> {
  await db.execute(sql`delete from link_previews where expires_at <= ${now()}`);
}

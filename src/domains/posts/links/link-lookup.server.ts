import { createHash } from 'node:crypto';
import { findEmbed } from '#domains/media/videos/embeds.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { FetchRefusal } from '#server/fetching/guard.ts';
import { guardedFetch, type FetchRules } from '#server/guarded-fetch.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { decodePage, factsOf, factsOfVideo } from './link-facts.server.ts';
import type { LinkFacts } from './link-preview.table.ts';

const page: FetchRules = { types: ['text/html'], maxBytes: 512 * 1024, whenLonger: 'cut' };
/**
 * The providers' own answers about a video; their pages hide their titles behind half a megabyte of
 * script.
 */
const video: FetchRules = {
  types: ['application/json'],
  maxBytes: 64 * 1024,
  whenLonger: 'refuse',
};

/** At once in this process, whoever asks. */
const mostFlights = 24;
const flights = new Map<string, Promise<LinkFacts | null>>();

/** One spelling for each page: the part behind # is for the browser. */
function plainAddress(uri: string): string {
  const url = new URL(uri);
  url.hash = '';
  return url.href;
}

const keyOf = (address: string) => createHash('sha256').update(address).digest();

export const isPreviewable = (uri: string): boolean =>
  /^https?:\/\//i.test(uri) && URL.canParse(uri);

/** What is remembered of a link: undefined when nothing is, null when nothing came of it lately. */
export async function findKnownFacts(uri: string): Promise<LinkFacts | null | undefined> {
  if (!isPreviewable(uri)) return undefined;
  const rows = await db.execute<{ metadata: LinkFacts | null }>(
    sql`
      select metadata
      from link_previews
      where key = ${keyOf(plainAddress(uri))} and expires_at > ${now()}`,
  );
  return rows[0]?.metadata;
}

/**
 * What the page behind a link says of itself: remembered for 24 hours, or asked now. Null when it
 * cannot be had.
 */
export async function lookUpLink(uri: string): Promise<LinkFacts | null> {
  const known = await findKnownFacts(uri);
  if (known !== undefined) return known;
  const address = plainAddress(uri);
  let flight = flights.get(address);
  if (!flight) {
    if (flights.size >= mostFlights) return null;
    flight = fetchAndKeep(address).finally(() => flights.delete(address));
    flights.set(address, flight);
  }
  return flight;
}

async function fetchAndKeep(address: string): Promise<LinkFacts | null> {
  const facts = await fetchFacts(address);
  await db.execute(sql`
    insert into link_previews (key, url, metadata, expires_at)
    values (
      ${keyOf(address)}, ${address}, ${facts && JSON.stringify(facts)}::jsonb,
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
      return factsOfVideo(
        (await guardedFetch(embed.oembed, video)).body.toString(),
        embed.provider,
      );
    const { body, charset, url } = await guardedFetch(address, page);
    return factsOf(decodePage(body, charset), url);
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    log('info', 'link not read', { fault: error.fault });
    return null;
  }
}

/** Forgets what is older than a day. */
export async function sweepLinkPreviews(): Promise<void> {
  await db.execute(sql`delete from link_previews where expires_at <= ${now()}`);
}

import { entriesOf } from '#server/domain.ts';
import { env } from '#server/env.ts';
import { notFound } from '#server/errors.ts';
import { xmlAnswer } from '#server/http/xml-answer.ts';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const seconds = 3_600;

/** Folders of the files; posts have none, as in the first sitemaps that search engines read. */
const folderOf = (name: string) => (name === 'posts' ? '' : `${name}/`);

/**
 * The sitemap index: search engines accept at most 50,000 URLs per file, and a small server should
 * not build that many at once.
 */
export async function sitemapIndex(request: Request): Promise<Response> {
  const { PUBLIC_ORIGIN, PUBLIC_READING } = env();
  const sitemaps = PUBLIC_READING ? [...entriesOf('sitemaps')] : [];
  // Posts first.
  sitemaps.sort(([one], [other]) => folderOf(one).length - folderOf(other).length);
  const files = await Promise.all(
    sitemaps.map(async ([name, { countPages }]) =>
      Array.from(
        { length: await countPages() },
        (_, index) =>
          `<sitemap><loc>${PUBLIC_ORIGIN}/sitemap/${folderOf(name)}${index + 1}.xml</loc></sitemap>`,
      ),
    ),
  );
  return xmlAnswer(
    request,
    `<sitemapindex xmlns="${namespace}">${files.flat().join('')}</sitemapindex>`,
    { seconds },
  );
}

/** One file of the sitemap of that name. */
export async function sitemapFile(
  request: Request,
  name: string,
  page: string | undefined,
): Promise<Response> {
  const { PUBLIC_ORIGIN, PUBLIC_READING } = env();
  if (!/^[1-9]\d{0,6}$/.test(page ?? '') || !PUBLIC_READING) throw notFound();
  const entries = await entriesOf('sitemaps').get(name)?.listPage(Number(page));
  if (!entries) throw notFound();
  const urls = entries.map(
    ({ path, modifiedAt }) =>
      `<url><loc>${PUBLIC_ORIGIN}${path}</loc>${modifiedAt ? `<lastmod>${modifiedAt.toISOString()}</lastmod>` : ''}</url>`,
  );
  return xmlAnswer(request, `<urlset xmlns="${namespace}">${urls.join('')}</urlset>`, { seconds });
}

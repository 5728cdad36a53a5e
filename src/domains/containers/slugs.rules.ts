import { folded } from '#lib/folded.ts';

/** Names in the addresses of containers. */
const slugPattern = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;
const minLength = 3;
const maxLength = 64;
/** Names that a container has had, the present one included: its old addresses stay taken. */
export const maxSlugs = 10;

/** Parts of addresses that the site uses beside those of containers. */
const reservedWords = new Set(
  `about account add admin administrator ads advertise albums all api browse calendar categories
  category comments communityads confirm-email contact create delete edit event events feed find
  first-administrator followers for-members forgot-password friends group groups hearth help home
  index info information invite invites join leave liked-pages login logout manage manifest media
  members messages moderator my-groups my-pages new news notifications null oembed official offline
  page pages photo photos portals posts previews privacy profile register report reports requests reset
  reset-password robots root rss search security settings share signup site sitemap staff static
  stories support system tags terms undefined unsubscribe upload user users verify video videos
  view`.split(/\s+/),
);

const lookAlikes: ReadonlyArray<readonly [RegExp, string]> = [
  [/[-_]/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/5/g, 's'],
  [/8/g, 'b'],
];

/** The same for all slugs that a reader could take for each other, such as `rnodel` and `model`. */
export const slugSkeleton = (slug: string): string =>
  lookAlikes.reduce((text, [letters, one]) => text.replace(letters, one), slug);

const reservedSkeletons = new Set([...reservedWords].map(slugSkeleton));

/** The reason why a name cannot be part of an address, or null. */
export function slugProblem(slug: string): string | null {
  if (slug.length < minLength || slug.length > maxLength)
    return `Please use between ${minLength} and ${maxLength} characters.`;
  if (!slugPattern.test(slug))
    return 'Please use only letters from a to z, digits, and single hyphens between them.';
  // Digits alone would be read as an id.
  if (/^\d+$/.test(slug)) return 'Please use at least one letter.';
  return reservedSkeletons.has(slugSkeleton(slug)) ? takenText : null;
}

/** Does not say by what: a draft's name must not tell that the draft exists. */
export const takenText = 'This address is not available.';

/** A proposal for a container of that title; empty if it has no letters from a to z. */
export const proposeSlug = (title: string, length = maxLength): string =>
  folded(title)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, length)
    .replace(/-+$/, '');

import { adultAge } from '#domains/ads/ads.rules.ts';
import { searchWords } from '#lib/search-words.ts';

/** The audience of an ad; 0 and '' ask nothing. */
export interface Audience {
  location: string;
  categoryId: number;
  minAge: number;
  maxAge: number;
}

/** All that is known of a viewer for the choice; nothing else may decide. */
export interface ViewerFacts {
  location: string;
  /** In full years; null without a birthday. */
  age: number | null;
  /** Categories of the pages that the viewer likes, with those above them. */
  categoryIds: number[];
}

export const hasAge = ({ minAge, maxAge }: Audience): boolean => minAge > 0 || maxAge > 0;

export const isNarrowed = (audience: Audience): boolean =>
  audience.location !== '' || audience.categoryId > 0 || hasAge(audience);

const folded = new WeakMap<Audience | ViewerFacts, Set<string>>();

/** Words of the place, folded once for each ad of the pool and each viewer. */
function locationWords(facts: Audience | ViewerFacts): Set<string> {
  const words = folded.get(facts) ?? new Set(searchWords(facts.location));
  folded.set(facts, words);
  return words;
}

/** Whether the viewer is among those whom the ad is for. Members under 18 never are. */
export function fits(audience: Audience, viewer: ViewerFacts): boolean {
  const { age, categoryIds } = viewer;
  if (!isNarrowed(audience)) return true;
  if (age !== null && age < adultAge) return false;
  if (audience.categoryId && !categoryIds.includes(audience.categoryId)) return false;
  if (audience.location && !locationWords(audience).isSubsetOf(locationWords(viewer))) return false;
  if (!hasAge(audience)) return true;
  if (age === null) return false;
  return age >= Math.max(adultAge, audience.minAge) && (!audience.maxAge || age <= audience.maxAge);
}

/**
 * Why a member sees an ad, each input that was used in words.
 * @param categoryTitle title of the category of pages, if the ad asks for one
 */
export function whyShown(audience: Audience, categoryTitle: string): string[] {
  const { location, categoryId, minAge, maxAge } = audience;
  if (!isNarrowed(audience)) return ['It is shown to everyone.'];
  const from = Math.max(adultAge, minAge);
  return [
    ...(location ? [`Your profile says you live in ${location}.`] : []),
    ...(categoryId ? [`You like a page in the category ${categoryTitle}.`] : []),
    ...(hasAge(audience)
      ? [`Your birthday says you are ${maxAge ? `${from} to ${maxAge}` : `${from} or older`}.`]
      : ['Your profile does not say that you are under 18.']),
  ];
}

/** The audience in words. @param category as for `whyShown` */
export function audienceText(audience: Audience, categoryTitle: string): string {
  const { location, categoryId, minAge, maxAge } = audience;
  if (!isNarrowed(audience)) return 'Everyone';
  const from = Math.max(adultAge, minAge);
  const age = maxAge ? `${from} to ${maxAge} years old` : `${from} or older`;
  return [
    `Members ${hasAge(audience) ? `who are ${age}` : 'who are not under 18'}`,
    ...(location ? [`who live in ${location}`] : []),
    ...(categoryId ? [`who like pages in ${categoryTitle}`] : []),
  ].join(', ');
}

import { capitalize } from '#lib/text.ts';
import { fromWireType } from '#lib/wire-names.ts';
import type { SearchAnswer, SearchResult } from './search.schema.ts';

/** Something found, as components and stores hold it. */
export interface FoundModel {
  /** Unique among the results. */
  key: string;
  id: number;
  /** 'Person', 'Group', … */
  kind: string;
  isMember: boolean;
  isFriend: boolean;
  /** A member's name, the name of the post's author, or the title. */
  title: string;
  /** '@name' for members, an excerpt for everything else. */
  description: string;
  image: string;
  url: string;
  /** Wire time; posts only. */
  date?: string | undefined;
}

export interface FoundPage {
  results: FoundModel[];
  page: number;
  total: number;
  /** Whether nothing matched exactly and these are similar. */
  isSimilar: boolean;
}

const kindOf = ({ item_type }: SearchResult) => {
  const type = fromWireType(item_type)!;
  return type === 'member' ? 'Person' : capitalize(type);
};

const toFound = (result: SearchResult): FoundModel => ({
  key: `${result.item_type} ${result.resource_id}`,
  id: result.resource_id,
  kind: kindOf(result),
  isMember: result.type === 'User',
  isFriend: result.is_friend === 1,
  title: result.title,
  description: result.description,
  image: result.image_icon,
  url: result.content_url,
  date: result.date,
});

export const toFoundPage = (answer: SearchAnswer): FoundPage => ({
  results: answer.result.map(toFound),
  page: answer.page,
  total: answer.totalItemCount,
  isSimilar: answer.is_similar === 1,
});

import type { Feeling } from '#domains/posts/feed-item.schema.ts';

/** 'feeling happy', 'eating pizza', 'looking for a flat': as it stands after "is". */
export function feelingPhrase({
  parenttitle,
  childtitle,
}: Pick<Feeling, 'parenttitle' | 'childtitle'>): string {
  const parent = parenttitle === 'custom' ? '' : parenttitle;
  const child = childtitle.charAt(0).toLowerCase() + childtitle.slice(1);
  // Names keep their capital: "celebrating Easter".
  const isName = /^(celebrating|attending)$/.test(parenttitle);
  return [parent, isName ? childtitle : child].filter(Boolean).join(' ');
}

import type { Feeling } from '#domains/posts/feed-item.schema.ts';

/** As people write the title of a kind, which the interface spells in its own way. */
export function toVerb(parenttitle: string): string {
  if (parenttitle === 'custom') return '';
  return parenttitle === 'rememberring' ? 'remembering' : parenttitle;
}

/** 'feeling happy', 'eating pizza', 'looking for a flat': as it stands after "is". */
export function feelingPhrase({
  parenttitle,
  childtitle,
}: Pick<Feeling, 'parenttitle' | 'childtitle'>): string {
  const parent = toVerb(parenttitle);
  const child = childtitle.charAt(0).toLowerCase() + childtitle.slice(1);
  // Names keep their capital: "celebrating Easter".
  const isName = /^(celebrating|attending)$/.test(parenttitle);
  return [parent, isName ? childtitle : child].filter(Boolean).join(' ');
}

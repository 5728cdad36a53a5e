import { eachContainer } from './container-types.ts';
import type { ItemType } from './wire-names.ts';

/** Items whose address needs no more than their id. */
const folders: Partial<Record<ItemType, string>> = {
  member: '/profile',
  post: '/posts',
  album: '/albums',
  ...eachContainer('folder'),
  story: '/stories',
};

/** Undefined for items without a screen of their own. */
export const itemPath = (type: ItemType, id: number): string | undefined => {
  const folder = folders[type];
  return folder && `${folder}/${id}`;
};

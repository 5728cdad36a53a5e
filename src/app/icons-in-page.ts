import { file, shapes } from 'virtual:icon-shapes';

const use = new RegExp(`<use href="${file.replaceAll('.', '\\.')}#(\\w+)"/>`, 'g');

/** Puts the shapes of icons into a page in place of their addresses in the file of icons. */
export const withIconShapes = (html: string): string =>
  html.replace(use, (address, name: string) => shapes[name] ?? address);

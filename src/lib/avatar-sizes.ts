/** Square sizes in pixels in which a profile photo is stored beside the whole one. */
export const avatarSizes = [48, 96, 192] as const;

const stored = /^(.*\/media\/public\/[0-9a-f]{32})\.webp$/;

/** The file of that size, from the name or address of the whole photo. */
export const avatarFile = (name: string, size: number): string =>
  name.replace(/\.webp$/, `-${size}.webp`);

const smallestFor = (pixels: number) => avatarSizes.find((size) => size >= pixels);

/** The `src` and `srcSet` for a photo drawn `size` pixels wide, for plain and dense screens. */
export function avatarSources(src: string, size: number): { src: string; srcSet?: string } {
  if (!stored.test(src)) return { src };
  const fileFor = (pixels: number) => {
    const chosen = smallestFor(pixels);
    return chosen === undefined ? src : avatarFile(src, chosen);
  };
  const [plain, dense] = [fileFor(size), fileFor(size * 2)];
  return plain === dense ? { src: plain } : { src: plain, srcSet: `${dense} 2x` };
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Result of an import, as its owner reads it. */
export function importResultText({
  posts,
  albums,
  leftOut,
}: {
  posts: number;
  albums: number;
  leftOut: number;
}): string {
  const rest = leftOut
    ? ` ${counted(leftOut, 'item', 'items')} could not be imported: things you had shared from ` +
      'others, posts scheduled for a time that has passed, and files that could not be read.'
    : '';
  return `Your archive has been imported: ${counted(posts, 'post', 'posts')} and ${counted(albums, 'album', 'albums')}.${rest}`;
}

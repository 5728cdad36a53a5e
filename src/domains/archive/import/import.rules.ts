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
    ? ` ${counted(leftOut, 'thing', 'things')} could not come along: what you had shared of ` +
      'others, posts for a time that is past, and files that could not be read.'
    : '';
  return `Your archive is here: ${counted(posts, 'post', 'posts')} and ${counted(albums, 'album', 'albums')}.${rest}`;
}

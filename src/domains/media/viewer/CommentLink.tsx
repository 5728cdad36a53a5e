/** From the photo of a comment to where it was said. */
export const CommentLink = ({ href }: { href: string }) => (
  <a className="thread-page" href={href}>
    See the comment
  </a>
);

/** Links the photo of a comment to its comment. */
export const CommentLink = ({ href }: { href: string }) => (
  <a className="thread-page" href={href}>
    See the comment
  </a>
);

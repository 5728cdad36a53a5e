const cards = () => [...document.querySelectorAll<HTMLElement>('[data-post]')];

/**
 * Where the keyboard goes on when a post leaves the page with the button that had the focus. Called
 * before; what it returns, once the post is gone: to the card that has taken its place (or the
 * buttons in it), else to the last one.
 */
export function rememberPlace(postId: number): () => void {
  const place = cards().findIndex((card) => card.dataset.post === String(postId));
  return () =>
    void requestAnimationFrame(() =>
      setTimeout(() => {
        const instead = document.querySelector<HTMLElement>(
          `[data-hidden-post="${postId}"] button`,
        );
        const next = cards()[place] ?? cards().at(-1);
        (
          instead ??
          next?.querySelector<HTMLElement>('.post-author a') ??
          document.querySelector<HTMLElement>('main')
        )?.focus({ preventScroll: true });
      }),
    );
}

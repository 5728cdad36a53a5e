const cards = () => [...document.querySelectorAll<HTMLElement>('[data-post]')];

/**
 * Keeps the keyboard focus when a post is removed together with the focused button. Call it before
 * the removal and the result after it: it focuses the notice or card in the post's position, else
 * the last card.
 */
export function rememberFocus(postId: number): () => void {
  const position = cards().findIndex((card) => card.dataset.post === String(postId));
  return () =>
    void requestAnimationFrame(() =>
      setTimeout(() => {
        const instead = document.querySelector<HTMLElement>(
          `[data-hidden-post="${postId}"] button`,
        );
        const next = cards()[position] ?? cards().at(-1);
        (
          instead ??
          next?.querySelector<HTMLElement>('.post-author a') ??
          document.querySelector<HTMLElement>('main')
        )?.focus({ preventScroll: true });
      }),
    );
}

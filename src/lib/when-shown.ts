/**
 * Does it now, or, on a screen that the browser draws ahead of the click, when it is really shown.
 */
export function whenShown(work: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', work, { once: true });
  else work();
}

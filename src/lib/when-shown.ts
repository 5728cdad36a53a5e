/** Runs `work` now or, on a prerendered screen, once it is shown. */
export function whenShown(work: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', work, { once: true });
  else work();
}

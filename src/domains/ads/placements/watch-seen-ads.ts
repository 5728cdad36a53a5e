// Says once that half of an ad was in sight for a second, in a window that somebody looks at. A
// prerendered screen has no sight, and the copy for times without a connection counts nothing. Without
// the code of islands: it is on every screen with ads.

const reported = new Set<string>();
const timers = new Map<Element, number>();

const isLookedAt = () =>
  !(document as { prerendering?: boolean }).prerendering && !document.hidden && document.hasFocus();

function report({ dataset: { ad, token = '' } }: HTMLElement): void {
  if (reported.has(token) || !isLookedAt()) return;
  reported.add(token);
  const consumer = document.querySelector<HTMLMetaElement>('meta[name="consumer"]')?.content ?? '';
  const [key = '', secret = ''] = consumer.split(':');
  fetch(`/api/rest/communityads/seen/${ad}`, {
    method: 'POST',
    headers: { oauth_consumer_key: key, oauth_consumer_secret: secret },
    body: new URLSearchParams({ token }),
    keepalive: true,
  }).catch(() => undefined);
}

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      clearInterval(timers.get(target));
      if (isIntersecting)
        timers.set(
          target,
          window.setInterval(() => report(target as HTMLElement), 1_000),
        );
    }
  },
  { threshold: 0.5 },
);

/** Also those that an island draws again. */
export function watchSeenAds(): void {
  if (document.documentElement.dataset.kept) return;
  const watch = () =>
    document.querySelectorAll('[data-ad]').forEach((card) => watcher.observe(card));
  watch();
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
}

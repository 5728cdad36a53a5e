import { onRestore, recordChange } from '#lib/bfcache-changes.ts';

// Hides the banner without a page load; without script its form does the same.

const kind = 'invite banner';
export function hideBannerOnSubmit(): void {
  const banner = document.querySelector<HTMLElement>('.invite-banner');
  const form = banner?.querySelector('form');

  /** Pages in the back/forward cache still show the banner. */
  onRestore(kind, () => banner?.remove());

  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    banner!.hidden = true;
    document.getElementById('main')?.focus({ preventScroll: true });
    import('./invites.calls.ts')
      .then(({ dismissInviteBanner }) => dismissInviteBanner({}))
      .then(() => recordChange(kind, true))
      .catch(() => form.submit());
  });
}

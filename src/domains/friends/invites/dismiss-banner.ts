import { onRestore, recordChange } from '#lib/bfcache-changes.ts';

// The banner goes without a new screen; without script its form does the same.

const kind = 'invite banner';
export function dismissBannerInPlace(): void {
  const banner = document.querySelector<HTMLElement>('.invite-banner');
  const form = banner?.querySelector('form');

  /** The screens behind the browser's Back were made before. */
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

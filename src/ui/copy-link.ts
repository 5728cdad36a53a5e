import { copyText } from '#lib/copy.ts';

export function enableCopyButton(): void {
  // Copies the link of a post for a visitor.
  const button = document.querySelector<HTMLButtonElement>('button[data-copy]');
  button?.addEventListener('click', async () => {
    if (await copyText(button.dataset.copy!))
      (await import('#ui/toast.ts')).toast.success('Link copied');
    else document.querySelector<HTMLInputElement>('input[name=link]')!.select();
  });
}

import { moveMenuFocus, openMenu } from '#ui/menu-keys.ts';

// The header's buttons and links work without script; this adds arrow keys.

type KeyOn<Target> = KeyboardEvent & { currentTarget: Target };

export function startTopMenu(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('.top-menu button')) {
    button.addEventListener('keydown', (event) => openMenu(event as KeyOn<HTMLButtonElement>));
    button.popoverTargetElement?.addEventListener('keydown', (event) =>
      moveMenuFocus(event as KeyOn<HTMLElement>),
    );
  }
}

import { openMenu, walkMenu } from '#ui/menu-keys.ts';

// Buttons and links of the header work as they are; the arrow keys come with script.

type KeyOn<Target> = KeyboardEvent & { currentTarget: Target };

export function startTopMenu(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('.top-menu button')) {
    button.addEventListener('keydown', (event) => openMenu(event as KeyOn<HTMLButtonElement>));
    button.popoverTargetElement?.addEventListener('keydown', (event) =>
      walkMenu(event as KeyOn<HTMLElement>),
    );
  }
}

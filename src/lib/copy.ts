/** Copies a text to the clipboard; returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https there is no clipboard API; the old command still works.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'sr-only';
  const focused = document.activeElement as HTMLElement | null;
  // Inside an open dialog: nothing outside it can be selected.
  (focused?.closest('dialog') ?? document.body).append(field);
  field.select();
  try {
    return (document as { execCommand(command: 'copy'): boolean }).execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    focused?.focus();
  }
}

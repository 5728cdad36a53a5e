/** Class names that apply, joined: `classes('button', busy && 'busy', className)`. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

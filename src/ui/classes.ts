/** Class names that apply, joined: `classes('button', busy && 'busy', className)`. */
export function classes(...names: unknown[]): string {
  return names.filter((name) => typeof name === 'string' && name).join(' ');
}

/** Joins the class names that apply: `classes('button', busy && 'busy', className)`. */
export function classes(...names: unknown[]): string {
  return names.filter((name) => typeof name === 'string' && name).join(' ');
}

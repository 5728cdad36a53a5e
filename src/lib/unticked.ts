/** The field of a form that names what checkboxes say which nobody has ticked: 'all_day=0'. */
export const untickedField = 'unticked';

/** Fields and values that the entries give those that were not sent. */
export function readUnticked(
  entries: unknown,
  isSent: (name: string) => boolean,
): Array<[name: string, value: string]> {
  return [entries].flat().flatMap((entry) => {
    const [name = '', value = ''] = typeof entry === 'string' ? entry.split('=') : [];
    return name && !isSent(name) ? [[name, value] as [string, string]] : [];
  });
}

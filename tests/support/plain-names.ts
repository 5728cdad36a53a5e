import { DomUtils } from 'htmlparser2';

export type Element = ReturnType<typeof DomUtils.findAll>[number];
type Node = Element['children'][number];

const isElement = (node: object): node is Element => 'attribs' in node;
export const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

const unread = new Set(['head', 'script', 'style', 'template', 'svg']);
const hasClass = ({ attribs }: Element, name: string) =>
  (attribs.class ?? '').split(/\s+/).includes(name);
const isInClosedDetails = ({ name, parent }: Element) =>
  name !== 'summary' && isNamed(parent, 'details') && !('open' in parent.attribs);
const isNamed = (node: Element['parent'], name: string): node is Element =>
  node !== null && isElement(node) && node.name === name;
/** Not shown without script: `.needs-script` is hidden by ui/base.css. */
const isHidden = (element: Element) =>
  unread.has(element.name) ||
  'hidden' in element.attribs ||
  hasClass(element, 'needs-script') ||
  isInClosedDetails(element) ||
  ((element.name === 'dialog' || 'popover' in element.attribs) && !('open' in element.attribs));

/** Whether somebody without script can read or reach it. */
export function isReachable(element: Element): boolean {
  for (let at: Element['parent'] = element; at && isElement(at); at = at.parent)
    if (isHidden(at)) return false;
  return true;
}

/** The text without what is hidden; pictures count with their alternative texts. */
export function textOf(node: Node): string {
  if (!isElement(node)) return node.nodeType === 3 ? (node as { data: string }).data : '';
  if (isHidden(node)) return '';
  if (node.name === 'img') return node.attribs.alt ?? '';
  const text = node.children.map(textOf).join(isBlock(node) ? ' ' : '');
  // Positioned, so not a part of the word before it.
  return hasClass(node, 'sr-only') ? ` ${text} ` : text;
}

const inline = new Set([
  'a',
  'b',
  'bdi',
  'em',
  'i',
  'mark',
  'q',
  'small',
  'span',
  'strong',
  'time',
]);
const isBlock = ({ name, children }: Element) =>
  !inline.has(name) && children.some((child) => isElement(child) && !inline.has(child.name));

/** The accessible name: aria-label, aria-labelledby, label, or its own text. */
export function nameOf(element: Element, all: Element[]): string {
  const { 'aria-label': label, 'aria-labelledby': labelledBy, id, title } = element.attribs;
  if (label) return squeeze(label);
  const withId = (wanted: string) => all.find(({ attribs }) => attribs.id === wanted);
  if (labelledBy)
    return squeeze(
      labelledBy
        .split(' ')
        .map((one) => withId(one))
        .map((one) => (one ? textOf(one) : ''))
        .join(' '),
    );
  if (['a', 'button', 'summary'].includes(element.name))
    return squeeze(textOf(element)) || squeeze(title ?? '');
  const isItsLabel = (one: Element) =>
    one.name === 'label' &&
    (one.attribs.for
      ? one.attribs.for === id
      : DomUtils.findOne((child) => child === element, one.children) !== null);
  const labels = all.filter(isItsLabel).map((one) => squeeze(textOf(withoutControls(one))));
  return squeeze(labels.join(' ')) || squeeze(title ?? element.attribs.value ?? '');
}

/** A label around its field: the options of a list are no part of the name. */
function withoutControls(label: Element): Element {
  const isText = (child: Node) => !isElement(child) || !['select', 'textarea'].includes(child.name);
  return Object.assign(Object.create(label) as Element, {
    children: label.children.filter(isText),
  });
}

import { DomUtils, parseDocument } from 'htmlparser2';

type Element = ReturnType<typeof DomUtils.findAll>[number];
type Node = Element['children'][number];
const isElement = (node: object): node is Element => 'attribs' in node;

const controls = new Set(['a', 'button', 'summary']);
const controlRoles = new Set(['button', 'link', 'tab', 'menuitem', 'option']);
const landmarks: Record<string, string> = {
  aside: 'complementary',
  footer: 'contentinfo',
  header: 'banner',
  main: 'main',
  nav: 'navigation',
};
const landmarkRoles = new Set([...Object.values(landmarks), 'region', 'search', 'form']);

const words = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();
const isHidden = ({ attribs }: Element) =>
  'hidden' in attribs || /(^| )sr-only( |$)/.test(attribs.class ?? '');

/** Visible text of an element, decoration included. */
function visibleText(node: Node): string {
  if (!isElement(node)) return node.nodeType === 3 ? (node as { data: string }).data : '';
  if (isHidden(node) || node.name === 'svg') return '';
  return node.children.map(visibleText).join(' ');
}

/** WCAG 2.5.3: the accessible name must contain the visible label. */
function nameFault(element: Element): string | undefined {
  const { name, attribs } = element;
  const label = attribs['aria-label'];
  if (!label || !(controls.has(name) || controlRoles.has(attribs.role ?? ''))) return undefined;
  const text = words(visibleText(element));
  if (!/\p{L}/u.test(text) || words(label).includes(text)) return undefined;
  return `"${label}" does not contain the visible "${text}"`;
}

function landmarkName({ name, attribs }: Element): string | undefined {
  const isNamedRegion = (name === 'section' || name === 'form') && 'aria-label' in attribs;
  const ownRole = isNamedRegion ? name.replace('section', 'region') : landmarks[name];
  const role = attribs.role ?? ownRole;
  if (!role || !landmarkRoles.has(role)) return undefined;
  return `${role} "${attribs['aria-label'] ?? attribs['aria-labelledby'] ?? ''}"`;
}

const sectioning = new Set(['article', 'aside', 'main', 'nav', 'section']);
/** Header and footer inside a section are no landmarks. */
function isInPart(element: Element): boolean {
  if (element.name !== 'header' && element.name !== 'footer') return false;
  for (let at = element.parent; at && isElement(at); at = at.parent) {
    if (sectioning.has(at.name) || at.attribs.role === 'article' || at.name === 'dialog')
      return true;
  }
  return false;
}

/** Markup faults that neither the Nu checker nor html-validate finds. */
export function markupFaults(html: string): string[] {
  const elements = DomUtils.findAll(() => true, parseDocument(html).children);
  const names = elements.map(nameFault).filter((fault) => fault !== undefined);
  const headers = elements.filter(({ name, attribs }) => name === 'th' && !attribs.scope);
  const marked = elements.filter((element) => !isInPart(element)).map(landmarkName);
  const landmarksTwice = marked.filter((mark, index) => mark && marked.indexOf(mark) < index);
  return [
    ...names,
    ...headers.map((header) => `th without scope: ${DomUtils.textContent(header)}`),
    ...landmarksTwice.map((mark) => `two landmarks: ${mark}`),
  ];
}

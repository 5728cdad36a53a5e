import { DomUtils, parseDocument } from 'htmlparser2';
import { expect } from 'vitest';
import type { ApiMember } from './member.ts';
import { isReachable, nameOf, squeeze, textOf, type Element } from './plain-names.ts';

/*
 * Reads and uses screens as a browser without script does, without its cost: links are followed,
 * forms are filled by their labels and submitted with their buttons. Nothing is drawn: what depends
 * on styles needs a browser.
 */

const isControl = ({ name, attribs }: Element) =>
  (name === 'input' && attribs.type !== 'hidden') || name === 'select' || name === 'textarea';
const isButton = ({ name, attribs }: Element) =>
  name === 'button' || name === 'summary' || (name === 'input' && attribs.type === 'submit');
const typeOf = ({ attribs }: Element) => attribs.type ?? 'text';
const isTicked = (element: Element) => ['checkbox', 'radio'].includes(typeOf(element));

const isInside = (element: Element, outer: Element) =>
  DomUtils.findOne((child) => child === element, outer.children) !== null;
/** An article may be one by its role. */
const isPart = ({ name, attribs }: Element, part: string) =>
  part.startsWith('.')
    ? (attribs.class ?? '').split(/\s+/).includes(part.slice(1))
    : name === part || (part === 'article' && attribs.role === part);

const opened: PlainPage[] = [];

/** The latest documents that this file has read. */
export const lastDocuments = (): string[] => opened.slice(-5).map(({ html }) => html);

export class PlainPage {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  url: URL;
  status = 0;
  html = '';
  #elements: Element[] = [];
  /** Typed texts of text areas. */
  #typed = new Map<Element, string>();

  constructor({ origin }: { origin: string }, member?: ApiMember) {
    this.origin = origin;
    this.url = new URL(origin);
    opened.push(this);
    for (const pair of member?.cookie.split('; ') ?? []) this.#keep(pair);
  }

  /** Path and query. */
  get path(): string {
    return this.url.pathname + this.url.search;
  }

  async open(path: string): Promise<void> {
    await this.#load(new URL(path, this.url));
  }

  /** Everything that can be read, in one line. */
  get text(): string {
    const body = this.#elements.find(({ name }) => name === 'body');
    return body ? squeeze(textOf(body)) : '';
  }

  /** Texts of elements by name or class, such as 'h1', '.toast' or '.tags li'. */
  texts(selector: string): string[] {
    return this.#select(selector).map((element) => squeeze(textOf(element)));
  }

  /** The only link with this name. */
  href(name: string): string {
    return this.#one(this.links(name), `link "${name}"`).attribs.href!;
  }

  links(name: string): Element[] {
    return this.#named(({ name: tag, attribs }) => tag === 'a' && 'href' in attribs, name);
  }

  buttons(name: string): Element[] {
    return this.#named(isButton, name);
  }

  async follow(name: string): Promise<void> {
    await this.open(this.href(name));
  }

  /** @param form name of its form, article or list item, or words in it, if several have such a field */
  field(label: string, form = ''): Element {
    return this.#one(this.#inForm(this.#named(isControl, label), form), `field "${label}"`);
  }

  /** All fields of the group with this legend. */
  fields(legend: string): Element[] {
    const groups = this.#elements.filter(
      ({ name, children }) =>
        name === 'fieldset' &&
        children.some(
          (one) => 'name' in one && one.name === 'legend' && squeeze(textOf(one)) === legend,
        ),
    );
    const group = this.#one(groups, `group "${legend}"`);
    return this.#elements.filter((one) => isControl(one) && isInside(one, group));
  }

  fill(label: string, value: string, form?: string): void {
    const field = this.field(label, form);
    expect('disabled' in field.attribs || 'readonly' in field.attribs, label).toBe(false);
    if (field.name === 'textarea') this.#typed.set(field, value);
    else field.attribs.value = value;
  }

  choose(label: string, option: string): void {
    const select = this.field(label);
    const options = DomUtils.getElementsByTagName('option', select);
    const chosen = options.filter(
      (one) => squeeze(textOf(one)) === option || one.attribs.value === option,
    );
    for (const one of options) delete one.attribs.selected;
    this.#one(chosen, `option "${option}"`).attribs.selected = '';
  }

  check(label: string, isChecked = true): void {
    const field = this.field(label);
    expect(isTicked(field), label).toBe(true);
    const { name, type } = field.attribs;
    const group = this.#elements.filter(
      (one) => type === 'radio' && one.attribs.type === type && one.attribs.name === name,
    );
    for (const one of [...group, field]) delete one.attribs.checked;
    if (isChecked) field.attribs.checked = '';
  }

  isChecked(label: string): boolean {
    return 'checked' in this.field(label).attribs;
  }

  value(label: string): string {
    return this.#valueOf(this.field(label));
  }

  /** The text that a field refers to as its description. */
  description(label: string): string {
    const ids = (this.field(label).attribs['aria-describedby'] ?? '').split(' ');
    return squeeze(
      this.#elements
        .filter(({ attribs }) => ids.includes(attribs.id!))
        .map(textOf)
        .join(' '),
    );
  }

  /** The field that browsers focus when the page has loaded. */
  get focused(): Element | undefined {
    return this.#elements.find(({ attribs }) => 'autofocus' in attribs);
  }

  /** Presses the only button with this name: opens its popover or details, or submits its form. */
  async press(name: string, words = ''): Promise<void> {
    const button = this.#one(this.#inForm(this.buttons(name), words), `button "${name}"`);
    expect('disabled' in button.attribs, name).toBe(false);
    const opened = this.#openedBy(button);
    if (opened) {
      opened.attribs.open = '';
      return;
    }
    const form = this.#formOf(button);
    if (!form) throw new Error(`The button "${name}" belongs to no form.`);
    const fields = this.#fieldsOf(form, button);
    const { action = this.url.href, method = 'get', enctype } = form.attribs;
    const address = new URL(button.attribs.formaction ?? action, this.url);
    if ((button.attribs.formmethod ?? method).toLowerCase() === 'get') {
      address.search = new URLSearchParams(fields).toString();
      return this.#load(address);
    }
    const body = enctype === 'multipart/form-data' ? new FormData() : new URLSearchParams();
    for (const [field, value] of fields) body.append(field, value);
    return this.#load(address, { method: 'POST', body });
  }

  #openedBy(button: Element): Element | undefined {
    const { popovertarget, commandfor } = button.attribs;
    const id = popovertarget ?? commandfor;
    if (id) return this.#elements.find(({ attribs }) => attribs.id === id);
    return this.#elements.find(
      (one) => button.name === 'summary' && one.name === 'details' && isInside(button, one),
    );
  }

  async #load(address: URL, init: RequestInit = {}): Promise<void> {
    if (address.origin !== this.origin) throw new Error(`${address.href} is another site.`);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, {
      ...init,
      headers: { accept: 'text/html', cookie, ...(init.method ? { origin: this.origin } : {}) },
      redirect: 'manual',
    });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    const html = await answer.text();
    const location = answer.headers.get('location');
    if (location) return this.#load(new URL(location, address));
    this.url = address;
    this.status = answer.status;
    this.html = html;
    this.#typed.clear();
    this.#elements = DomUtils.findAll(() => true, parseDocument(html).children);
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    if (attributes.some((one) => /^max-age=0$/i.test(one))) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(at + 1));
  }

  #select(selector: string): Element[] {
    const [part = '', around] = selector.split(' ').reverse();
    const isWithin = (element: Element) =>
      !around || this.#select(around).some((outer) => isInside(element, outer));
    return this.#elements.filter(
      (element) => isPart(element, part) && isReachable(element) && isWithin(element),
    );
  }

  /** Elements with exactly this name; without one, those whose name contains it. */
  #named(isKind: (element: Element) => boolean, name: string): Element[] {
    const all = this.#elements
      .filter((element) => isKind(element) && isReachable(element))
      .map((element) => ({ element, own: nameOf(element, this.#elements) }));
    const exact = all.filter(({ own }) => own === name);
    const part = ({ own }: { own: string }) => own.toLowerCase().includes(name.toLowerCase());
    return (exact.length ? exact : all.filter(part)).map(({ element }) => element);
  }

  /** Those whose form, or an article or list item around them, has this name or these words. */
  #inForm(found: Element[], words: string): Element[] {
    if (!words) return found;
    const isAbout = (part: Element | undefined) =>
      part && `${part.attribs['aria-label']} ${textOf(part)}`.includes(words);
    const parts = ['article', 'li'].flatMap((name) => this.#select(name)).filter(isAbout);
    return found.filter(
      (element) => isAbout(this.#formOf(element)) || parts.some((part) => isInside(element, part)),
    );
  }

  #one(found: Element[], what: string): Element {
    const [first] = found;
    if (!first || found.length > 1)
      throw new Error(
        `${this.path} (${this.status}) has ${found.length} times ${what}: ${this.text}`,
      );
    return first;
  }

  #formOf(element: Element): Element | undefined {
    const { form } = element.attribs;
    return this.#elements.find((one) =>
      form ? one.attribs.id === form : one.name === 'form' && isInside(element, one),
    );
  }

  #valueOf(field: Element): string {
    if (field.name === 'select') {
      const options = DomUtils.getElementsByTagName('option', field);
      const chosen = options.find(({ attribs }) => 'selected' in attribs) ?? options[0];
      return chosen ? (chosen.attribs.value ?? squeeze(textOf(chosen))) : '';
    }
    if (field.name === 'textarea')
      return this.#typed.get(field) ?? DomUtils.textContent(field).replace(/^\n/, '');
    return field.attribs.value ?? (isTicked(field) ? 'on' : '');
  }

  /** Names and values in the order of the document, as browsers send them. */
  #fieldsOf(form: Element, pressed: Element): Array<[string, string]> {
    const own = this.#elements.filter(
      (element) =>
        ['input', 'select', 'textarea', 'button'].includes(element.name) &&
        this.#formOf(element) === form,
    );
    const isSent = (element: Element) => {
      if ('disabled' in element.attribs || !element.attribs.name) return false;
      if (isButton(element)) return element === pressed;
      return !isTicked(element) || 'checked' in element.attribs;
    };
    const empty = own.filter(
      (field) => 'required' in field.attribs && !isButton(field) && !this.#isFilled(field, own),
    );
    if (!('novalidate' in form.attribs) && !('formnovalidate' in pressed.attribs))
      expect(
        empty.map(({ attribs }) => attribs.name),
        'required and empty',
      ).toEqual([]);
    return own
      .filter(isSent)
      .map((field) => [field.attribs.name!, this.#valueOf(field).replace(/\r?\n/g, '\r\n')]);
  }

  #isFilled(field: Element, all: Element[]): boolean {
    if (!isTicked(field)) return this.#valueOf(field) !== '';
    const { name } = field.attribs;
    return all.some(({ attribs }) => attribs.name === name && 'checked' in attribs);
  }
}

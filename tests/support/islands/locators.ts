import { expect } from 'vitest';
import { locators, type Locator } from 'vitest/browser';
import { commands } from './run-outside.ts';

/*
 * Playwright's names on Vitest's locators: a case reads the same in a browser test and in an island
 * test, and can move from one to the other.
 */

type State = 'visible' | 'hidden' | 'attached' | 'detached';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** By selector. Not `locator`, which Vitest uses itself. */
    css(selector: string): Locator;
    getByLabel(text: string | RegExp, options?: { exact?: boolean }): Locator;
  }
  interface Locator {
    waitFor(options?: { state?: State }): Promise<void>;
    count(): Promise<number>;
    isVisible(): Promise<boolean>;
    isEnabled(): Promise<boolean>;
    isDisabled(): Promise<boolean>;
    isChecked(): Promise<boolean>;
    inputValue(): Promise<string>;
    innerText(): Promise<string>;
    allInnerTexts(): Promise<string[]>;
    textContent(): Promise<string | null>;
    getAttribute(name: string): Promise<string | null>;
    evaluate<Answer>(read: (element: HTMLElement) => Answer): Promise<Answer>;
    evaluateAll<Answer>(read: (elements: HTMLElement[]) => Answer): Promise<Answer>;
    focus(): Promise<void>;
    press(key: string): Promise<void>;
    pressSequentially(text: string): Promise<void>;
    selectOption(label: string): Promise<void>;
    setInputFiles(files: File | File[]): Promise<void>;
  }
}

const isVisible = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
};
const elementOf = async (locator: Locator) => (await locator.findElement()) as HTMLElement;

const reached: Record<State, (elements: Element[]) => boolean> = {
  visible: (elements) => elements.some(isVisible),
  hidden: (elements) => !elements.some(isVisible),
  attached: (elements) => elements.length > 0,
  detached: (elements) => elements.length === 0,
};

const methods = {
  async waitFor({ state = 'visible' } = {}) {
    await expect
      .poll(() => reached[state](this.elements()), { message: `${this.asLocator()} is ${state}` })
      .toBe(true);
  },
  async count() {
    return this.length;
  },
  async isVisible() {
    return this.elements().some(isVisible);
  },
  async isEnabled() {
    return !(await elementOf(this)).matches(':disabled');
  },
  async isDisabled() {
    return (await elementOf(this)).matches(':disabled');
  },
  async isChecked() {
    return (await elementOf(this)).matches(':checked');
  },
  async inputValue() {
    return ((await elementOf(this)) as HTMLInputElement).value;
  },
  async innerText() {
    return (await elementOf(this)).innerText;
  },
  async allInnerTexts() {
    return this.elements().map((element) => (element as HTMLElement).innerText);
  },
  async textContent() {
    return (await elementOf(this)).textContent;
  },
  async getAttribute(name) {
    return (await elementOf(this)).getAttribute(name);
  },
  async evaluate(read) {
    return read(await elementOf(this));
  },
  async evaluateAll(read) {
    return read(this.elements() as HTMLElement[]);
  },
  async focus() {
    (await elementOf(this)).focus();
  },
  async press(key) {
    await this.focus();
    await commands.press(key);
  },
  async pressSequentially(text) {
    await this.focus();
    await commands.type(text);
  },
  selectOption(label) {
    return this.selectOptions(label);
  },
  setInputFiles(files) {
    return this.upload(files);
  },
} satisfies Partial<Locator> & ThisType<Locator>;

/** Adds Playwright's names; called before the first test. */
export const extendLocators = () =>
  locators.extend({
    css: (selector: string) => `css=${selector}`,
    getByLabel(text, options) {
      return this.getByLabelText(text, options);
    },
    ...methods,
  } as Parameters<typeof locators.extend>[0]);

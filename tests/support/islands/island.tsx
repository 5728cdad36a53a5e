import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect } from 'vitest';
import { page as vitestPage, type Locator } from 'vitest/browser';
import Composer from '#domains/posts/composer/Composer.island.tsx';
import { everything } from '#domains/posts/feed/feed-selection.rules.ts';
import { Feed } from '#domains/posts/feed/Feed.island.tsx';
import { toFeedPages } from '#domains/posts/feed/feed.model.ts';
import { readFeedPage } from '#domains/posts/posts.calls.ts';
import { toWire } from '#lib/dates.ts';
import { RestError } from '#lib/rest.ts';
import type { ServedForm } from '#lib/served-form.ts';
import type { ApiMember } from '../member.ts';
import type { Interception } from './commands.ts';
import { extendLocators } from './locators.ts';
import { commands } from './run-outside.ts';

export type { ApiMember };
export { commands };

/** Errors that the console reported in this test. */
export const problems: string[] = [];

/** Vitest's page, with some of Playwright's parts. */
export const page = Object.assign(Object.create(vitestPage) as typeof vitestPage, {
  keyboard: { press: commands.press, type: commands.type },
  mouse: {
    click: commands.clickAt,
    move: commands.movePointer,
    down: commands.pressPointer,
    up: commands.releasePointer,
    wheel: commands.turnWheel,
  },
  setViewportSize: ({ width, height }: { width: number; height: number }) =>
    vitestPage.viewport(width, height),
  evaluate: async <Answer,>(read: () => Answer) => read(),
  waitForFunction: (isSo: () => unknown) => expect.poll(isSo).toBeTruthy(),
});

extendLocators();

let root: Root | undefined;

/** Mounts an island alone; it is removed after the test, or with the next `mount`. */
export function mount(island: ReactNode): void {
  closeIsland();
  const main = document.createElement('main');
  main.tabIndex = -1;
  // Toasts appear in the corner of the window and must not cover the island.
  main.style.cssText =
    'max-inline-size: 640px; margin-inline: auto; padding: 160px var(--page-gutter) 400px';
  document.body.append(main);
  root = createRoot(main);
  root.render(island);
}

export function closeIsland(): void {
  // Back to the prototype's own.
  Reflect.deleteProperty(navigator, 'onLine');
  root?.unmount();
  root = undefined;
  document.querySelector('body > main')?.remove();
}

/** Makes a call as any member, like a native client; returns the envelope's body. */
export const act = <Body,>(
  who: ApiMember,
  path: string,
  fields: Record<string, string | number>,
): Promise<Body> => commands.act(who, path, fields) as Promise<Body>;

/** Writes a post; returns its id. */
export async function writePost(
  who: ApiMember,
  body: string,
  auth_view = 'everyone',
): Promise<number> {
  const { response } = await act<{ response: { feed: { action_id: number } } }>(
    who,
    '/advancedactivity/feeds/post',
    { body, auth_view },
  );
  return response.feed.action_id;
}

/** Writes a comment, or a reply to one; returns its id. */
export async function writeComment(who: ApiMember, post: number, body: string, comment?: number) {
  const { comment_id } = await act<{ comment_id: number }>(who, '/advancedactivity/comment', {
    action_id: post,
    body,
    ...(comment ? { comment_id: comment } : {}),
  });
  return comment_id;
}

export async function befriend(one: ApiMember, other: ApiMember): Promise<void> {
  await act(one, '/user/add', { user_id: other.id });
  await act(other, '/user/confirm', { user_id: one.id });
}

/** A form that the server has rendered empty. */
export const servedForm = (action = '/home'): ServedForm => ({ action, key: crypto.randomUUID() });

export const memberProps = ({ id, displayname }: ApiMember) => ({ id, displayname, avatar: null });

/** The feed of a member with these posts. Other test files write into the same community. */
async function feedOf(member: ApiMember, ids: number[]): Promise<ReactNode> {
  const read = (id: number) =>
    readFeedPage({ action_id: id }).catch((error: unknown) => {
      // Not to be seen by this member.
      if (error instanceof RestError && error.status === 404) return 0;
      throw error;
    });
  const answers = await Promise.all(ids.map(read));
  const items = answers.flatMap((answer) =>
    typeof answer === 'number' ? [] : toFeedPages(answer).items,
  );
  return (
    <Feed
      first={{ id: 'first-posts', data: { items, joins: [], maxid: 0, minid: 0, hasMore: false } }}
      selection={everything}
      member={memberProps(member)}
      now={toWire(new Date())}
      timeZone="UTC"
    />
  );
}

/**
 * Signs this member in and mounts a feed with these posts, if they may see them. Changes that a test
 * made to a post stay in the stores, as on one screen: show it to other members before.
 */
export async function mountFeed(member: ApiMember, ...ids: number[]): Promise<void> {
  await commands.signIn(member);
  mount(await feedOf(member, ids));
}

/** The box for a new post of this member, whose time zone need not be the device's. */
export const composerOf = (member: ApiMember, timeZone = 'UTC'): ReactNode => (
  <Composer
    member={{ ...memberProps(member), timeZone }}
    limits={{ imageMegabytes: 15, videoMegabytes: 100 }}
    form={servedForm()}
  />
);

/** Signs this member in and mounts the composer above a feed. */
export async function mountHome(member: ApiMember, ...ids: number[]): Promise<void> {
  await commands.signIn(member);
  mount(
    <div className="home">
      {composerOf(member)}
      {await feedOf(member, ids)}
    </div>,
  );
}

/** The card of a post. */
export const postCard = (id: number): Locator => page.css(`[data-post="${id}"]`);

/** Waits for a toast with the text. */
export const waitForToast = (text: string | RegExp): Promise<void> =>
  page.getByRole('region', { name: 'Notices' }).getByText(text).first().waitFor();

export const intercept = (path: string, how: Interception): Promise<void> =>
  commands.intercept(path, how);
export const { release } = commands;

/** Until the end of the test. */
export async function goOffline(): Promise<void> {
  await commands.abortAll();
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  dispatchEvent(new Event('offline'));
}

/** Performs an optimistic action and waits until the server has answered the call. */
export async function answered(path: string, perform: () => Promise<void>): Promise<void> {
  const count = async () =>
    (await commands.answeredPaths()).filter((one) => one.split('?')[0] === path).length;
  const before = await count();
  await perform();
  await expect.poll(count).toBeGreaterThan(before);
}

/** The server's refusal, in its own form. */
export const refusal = (
  message: string | Record<string, string>,
  status = 500,
  code = 'server_error',
) => ({ kind: 'refuse', status, code, message }) as const;

/** A file of tests/fixtures. */
export async function fixture(name: string): Promise<File> {
  const blob = await (await fetch(`/tests/fixtures/${name}`)).blob();
  return new File([blob], name, { type: typeOf(name) });
}
function typeOf(name: string): string {
  if (name.endsWith('.mp4')) return 'video/mp4';
  return name.endsWith('.png') ? 'image/png' : 'image/jpeg';
}

/** Drops or pastes files there, as a drag or the clipboard gives them. */
export async function transfer(kind: 'drop' | 'paste', to: Locator, ...files: File[]) {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  const options = { bubbles: true, cancelable: true };
  await to.evaluate((element) =>
    element.dispatchEvent(
      kind === 'drop'
        ? new DragEvent(kind, { ...options, dataTransfer: data })
        : new ClipboardEvent(kind, { ...options, clipboardData: data }),
    ),
  );
}

/** A text unique to this test. */
export const freshText = (start: string): string => `${start} ${crypto.randomUUID().slice(0, 8)}`;

/** Name of the focused element: its label or its text. */
export const focusedName = (): string | undefined =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim();

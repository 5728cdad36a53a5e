// @module-tag stores
import { afterEach, expect, test } from 'vitest';
import { NewPicture } from '#domains/profiles/pictures/NewPicture.island.tsx';
import { OverviewEditor } from '#domains/sitepages/edit/OverviewEditor.island.tsx';
import { parseRichText, toRichText, type RichText } from '#lib/rich-text.ts';
import { Field } from '#ui/Field.tsx';
import { expectAccessible } from '../support/islands/axe.ts';
import { fixture, intercept, mount, page, refusal } from '../support/islands/island.tsx';

afterEach(() => localStorage.clear());

const editor = () => page.getByRole('textbox', { name: 'Overview' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The tree that the form would send. */
const sent = () =>
  parseRichText(document.querySelector<HTMLInputElement>('[name="overview_tree"]')!.value);

/** Mounts the field and opens the editor, as its first use does. */
async function open(overview: RichText | null) {
  mount(
    <form>
      <OverviewEditor memberId={3} pageId={7} overview={overview} error={null} />
    </form>,
  );
  await editor().click();
  await expect.element(button('Bold')).toBeVisible();
  // The toolbar is there before the text, which takes the focus.
  await expect.poll(() => document.activeElement?.matches('.rich-text')).toBe(true);
}

test('the first use loads the editor, which writes marks, lists and emoji', async () => {
  await open(toRichText('Fresh'));
  expect(document.querySelector('textarea')).toBeNull();
  await page.keyboard.press('Control+A');
  await button('Bold').click();
  await expect.element(button('Bold')).toHaveAttribute('aria-pressed', 'true');
  await button('List').click();
  expect(sent()!.content).toEqual([
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [
            {
              type: 'paragraph',
              content: [{ type: 'text', text: 'Fresh', marks: [{ type: 'bold' }] }],
            },
          ],
        },
      ],
    },
  ]);
  await button('Undo').click();
  await button('Undo').click();
  expect(sent()).toEqual(toRichText('Fresh'));
  await button('Emoji').click();
  await page.getByLabelText('Search emoji').fill('bread');
  await page.getByRole('gridcell', { name: 'bread', exact: true }).first().click();
  await expect.poll(() => JSON.stringify(sent())).toContain('🍞');
  await expectAccessible('the editor', 'main', { inBothThemes: true });
});

test('a link is set and taken away', async () => {
  await open(toRichText('Site'));
  await page.keyboard.press('Control+A');
  await button('Link').click();
  await page.getByLabelText('Address of the link').fill('oven.example');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => JSON.stringify(sent()))
    .toContain('"marks":[{"type":"link","href":"https://oven.example/"}]');
  await button('Remove the link').click();
  await expect.poll(() => sent()).toEqual(toRichText('Site'));
});
test('a link to an address that runs is refused', async () => {
  await open(toRichText('Site'));
  await page.keyboard.press('Control+A');
  await button('Link').click();
  await page.getByLabelText('Address of the link').fill('javascript:alert(1)');
  await button('Set').click();
  await expect.element(page.getByText('Must be an address that begins')).toBeVisible();
});

test('foreign nodes of a pasted text are left out', async () => {
  await open(null);
  const data = new DataTransfer();
  data.setData(
    'text/html',
    '<h1 onclick="a()">Hours</h1><img src="x.png"><p style="color:red">At <u>seven</u> ' +
      '<a href="javascript:a()">now</a><script>a()</script></p>',
  );
  document
    .querySelector('.rich-text')!
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  await expect
    .poll(() => sent()?.content)
    .toEqual([
      { type: 'heading', content: [{ type: 'text', text: 'Hours', marks: [] }] },
      { type: 'paragraph', content: [{ type: 'text', text: 'At seven now', marks: [] }] },
    ]);
});

test('a text that was not saved is there again, can be discarded, and ends when it is saved', async () => {
  const kept = 'draft:3:overview 7';
  const field = (overview: RichText) => (
    <OverviewEditor memberId={3} pageId={7} overview={overview} error={null} />
  );
  await open(toRichText('Old'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('New');
  await expect.poll(() => sent()).toEqual(toRichText('New'));
  mount(field(toRichText('Old')));
  await expect.element(editor()).toHaveTextContent('New');
  await button('Discard it').click();
  await expect.element(editor()).toHaveTextContent('Old');
  expect(localStorage.getItem(kept)).toBeNull();
  await editor().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Saved');
  await expect.poll(() => localStorage.getItem(kept)).toContain('Saved');
  mount(field(toRichText('Saved')));
  await expect.poll(() => localStorage.getItem(kept)).toBeNull();
});

test('another window goes on with the same draft', async () => {
  await open(toRichText('Here'));
  const json = JSON.stringify(toRichText('There'));
  localStorage.setItem('draft:3:overview 7', json);
  dispatchEvent(
    new StorageEvent('storage', {
      key: 'draft:3:overview 7',
      newValue: json,
      oldValue: null,
      storageArea: localStorage,
    }),
  );
  await expect.element(editor()).toHaveTextContent('There');
  expect(sent()).toEqual(toRichText('There'));
});

test('a picture in the form of a new page stays in it, with the fields, if the page is refused', async () => {
  mount(
    <form method="post" action="/pages/create">
      <input type="hidden" name="call" value="POST /sitepages/create" />
      <Field label="Title" name="title" />
      <NewPicture done="Page created." />
      <button type="submit">Create page</button>
    </form>,
  );
  await page.getByLabel('Title').fill('Mill');
  await page.getByLabel('Photo', { exact: true }).upload(await fixture('square.jpg'));
  await button('No photo').click();
  await expect.element(button('Choose a photo')).toBeVisible();
  await page.getByLabel('Photo', { exact: true }).upload(await fixture('square.jpg'));
  const refused = { page_url: 'This address is not available.', title: 'At most 64 characters.' };
  await intercept('/sitepages/create', refusal(refused, 400));
  await button('Create page').click();
  await page.getByText('This address is not available.').waitFor();
  // Beside the field and in the list, which names it.
  const alerts = [...document.querySelectorAll('main [role=alert]')];
  expect(alerts.map((one) => one.textContent)).toEqual([
    'At most 64 characters.',
    'This is not saved yet:This address is not available.Title: At most 64 characters.',
  ]);
  expect(document.activeElement?.id).toBe('field-title');
  await expect.element(page.getByLabel('Title')).toHaveValue('Mill');
  await expect.element(button('Choose another photo')).toBeVisible();
});

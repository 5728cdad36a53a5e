import { afterEach, expect, test } from 'vitest';
import { OverviewEditor } from '#domains/sitepages/edit/OverviewEditor.island.tsx';
import { parseRichText, toRichText, type RichText } from '#lib/rich-text.ts';
import { expectAccessible } from '../support/islands/axe.ts';
import { mount, page } from '../support/islands/island.tsx';

afterEach(() => sessionStorage.clear());

const editor = () => page.getByRole('textbox', { name: 'Overview' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The tree that the form would send. */
const sent = () =>
  parseRichText(document.querySelector<HTMLInputElement>('[name="overview_tree"]')!.value);

/** Mounts the field and opens the editor, as its first use does. */
async function open(overview: RichText | null) {
  mount(
    <form>
      <OverviewEditor pageId={7} overview={overview} error={null} />
    </form>,
  );
  await editor().click();
  await expect.element(button('Bold')).toBeVisible();
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

test('a link is set and taken away; an address that runs is refused', async () => {
  await open(toRichText('Site'));
  await page.keyboard.press('Control+A');
  await button('Link').click();
  await page.getByLabelText('Address of the link').fill('javascript:alert(1)');
  await button('Set').click();
  await expect.element(page.getByText('Must be an address that begins')).toBeVisible();
  await page.getByLabelText('Address of the link').fill('oven.example');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => JSON.stringify(sent()))
    .toContain('"marks":[{"type":"link","href":"https://oven.example/"}]');
  await button('Remove the link').click();
  await expect.poll(() => sent()).toEqual(toRichText('Site'));
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

test('a text that was not saved is there again', async () => {
  await open(toRichText('Old'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('New');
  await expect.poll(() => sent()).toEqual(toRichText('New'));
  mount(<OverviewEditor pageId={7} overview={toRichText('Old')} error={null} />);
  await expect.element(editor()).toHaveTextContent('New');
  // Saved: the draft is no longer needed.
  mount(<OverviewEditor pageId={7} overview={toRichText('New')} error={null} />);
  await expect.poll(() => sessionStorage.getItem('overview-7')).toBeNull();
});

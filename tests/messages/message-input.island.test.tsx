import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { MessageInput } from '#domains/messages/conversation/MessageInput.tsx';
import { InboxMenu } from '#domains/messages/inbox/InboxMenu.island.tsx';
import { $unread } from '#domains/messages/inbox/unread.store.ts';
import { mount, page } from '../support/islands/island.tsx';

const nothing = () => undefined;
const photos = {
  photos: [],
  previews: {},
  imageMegabytes: 15,
  onFiles: nothing,
  onDescribe: nothing,
  onMove: nothing,
  onRemove: nothing,
};

function Input({ onSubmit }: { onSubmit: () => void }) {
  const [value, setValue] = useState('');
  const bo = { id: 2, name: 'Bo Reed', image: null, written: 'bo.reed' };
  return (
    <MessageInput
      id="message"
      label="Write to Bo Reed"
      call="POST /messages/reply"
      people={[bo]}
      value={value}
      photos={photos}
      onSubmit={onSubmit}
      onChange={setValue}
    />
  );
}

test('an @ in a message offers the others of the conversation, and Enter takes one instead of sending', async () => {
  let sent = 0;
  mount(<Input onSubmit={() => void (sent += 1)} />);
  const box = page.getByRole('textbox', { name: 'Write to Bo Reed' });
  await box.click();
  await userEvent.keyboard('Hi @re');
  await expect.element(page.getByRole('option', { name: /Bo Reed/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(box).toHaveValue('Hi @bo.reed ');
  expect(sent).toBe(0);
  await expect.element(page.getByText('Enter sends, Shift+Enter: new line')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(sent).toBe(1);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(sent).toBe(2);
});

test('the title of the tab has the number of what is unread', async () => {
  document.title = 'Home · Hearth';
  mount(<InboxMenu unread={2} memberId={1} timeZone="UTC" imageMegabytes={15} />);
  await expect.poll(() => document.title).toBe('(2) Home · Hearth');
  $unread.set(3);
  await expect.poll(() => document.title).toBe('(3) Home · Hearth');
  $unread.set(0);
  await expect.poll(() => document.title).toBe('Home · Hearth');
});

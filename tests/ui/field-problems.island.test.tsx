import { beforeEach, expect, test } from 'vitest';
import { watchFields } from '#ui/field-problems.ts';
import { Field } from '#ui/Field.tsx';
import { mount, page } from '../support/islands/island.tsx';

beforeEach(() => {
  mount(
    <form onSubmit={(event) => event.preventDefault()}>
      <Field label="Title" name="title" required data-limit={64} />
      <Field label="Password" name="password" type="password" minLength={8} hint="A few words." />
      <label>
        <input type="checkbox" name="terms" required /> I agree
      </label>
      <button type="submit">Send</button>
    </form>,
  );
  watchFields();
});

const field = (label: string) => page.getByLabel(label);
const send = () => page.getByRole('button', { name: 'Send' }).click();
const alerts = () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent);
const focused = () => (document.activeElement as HTMLInputElement).name;

test('problems stand beside their fields, and the first is focused', async () => {
  await field('Password').fill('short');
  await send();
  expect(alerts()).toEqual([
    'Please fill in this field.',
    'At least 8 characters.',
    'Please tick this box.',
  ]);
  expect(focused()).toBe('title');
  const password = document.querySelector('[name=password]')!;
  expect(password.getAttribute('aria-describedby')).toBe(
    'field-password-hint field-password-error',
  );
  await field('Title').fill('Choir');
  await send();
  expect(focused()).toBe('password');
  await field('Password').fill('long enough');
  await field('I agree').click();
  expect(alerts()).toEqual([]);
  expect(password.hasAttribute('aria-invalid')).toBe(false);
});

test('a long title is counted, kept whole and refused', async () => {
  await field('Title').fill('x'.repeat(57));
  expect(document.querySelector('.counter')).toBeNull();
  await field('Title').fill('x'.repeat(58));
  expect(document.querySelector('.counter')?.textContent).toBe('58/64');
  await field('Title').fill('😀'.repeat(64));
  expect(document.querySelector('.counter')?.textContent).toBe('64/64');
  await field('Title').fill('x'.repeat(70));
  await field('I agree').click();
  await send();
  expect(alerts()).toEqual(['At most 64 characters. Please shorten it by 6.']);
  expect(document.querySelector<HTMLInputElement>('[name=title]')!.value).toHaveLength(70);
});

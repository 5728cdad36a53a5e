import { afterEach, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import '#ui/tokens.css';
import '#ui/reset.css';
import '#ui/base.css';
import '#ui/tooltip.css';
import '#layouts/frame.css';
import '#layouts/popup.css';
import { closeIsland, commands, problems } from './island.tsx';

// As layouts/Member.astro writes it; the client names itself with it.
const consumer = document.createElement('meta');
Object.assign(consumer, { name: 'consumer', content: 'hearth-web:hearth-web' });
document.head.append(consumer);

const report = console.error;
console.error = (...parts: unknown[]) => {
  problems.push(parts.map(String).join(' '));
  report(...parts);
};

beforeEach(async () => {
  await commands.startTest();
  await page.viewport(1440, 900);
  for (const button of document.querySelectorAll<HTMLElement>('.toast-close')) button.click();
  localStorage.clear();
  sessionStorage.clear();
  problems.length = 0;
});
afterEach(async ({ task }) => {
  const { state, retryCount = 0, errors = [] } = task.result ?? {};
  if (retryCount === 0 && (state === 'fail' || problems.length > 0)) {
    const reasons = [...errors.map(({ stack, message }) => stack ?? message), ...problems];
    await commands.keepFirstTry(task.file.filepath, task.fullTestName, reasons.join('\n\n'));
  }
  closeIsland();
  expect(problems, 'what the browser complained about').toEqual([]);
});

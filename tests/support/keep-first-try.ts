import { afterEach } from 'vitest';

/*
 * Set-up of the projects with retries: when a test fails for the first time, what there was to see
 * is kept below test-results. Costs nothing while tests pass.
 */
afterEach(async ({ task }) => {
  const { state, retryCount = 0, errors = [] } = task.result ?? {};
  if (state !== 'fail' || retryCount > 0) return;
  const { keepFirstTry } = await import('./first-tries.ts');
  const { openPages } = await import('./browser.ts');
  const { lastDocuments } = await import('./plain-page.ts');
  const { sharedServerLines } = await import('./shared-server.ts');
  try {
    await keepFirstTry({
      file: task.file.filepath,
      test: task.fullTestName,
      error: errors.map(({ stack, message }) => stack ?? message).join('\n\n'),
      pages: openPages(),
      texts: {
        'server.log': sharedServerLines().join('\n'),
        ...Object.fromEntries(lastDocuments().map((html, at) => [`document-${at + 1}.html`, html])),
      },
    });
  } catch (error) {
    // The test's own failure is what counts.
    console.error('Nothing could be kept of the failed test:', error);
  }
});

import { readImport, startImport } from '#domains/archive/archive.calls.ts';
import { followProgress } from '#domains/archive/follow-progress.ts';
import { RestError } from '#lib/rest.ts';

/** Sends the archive and shows the progress of the upload, then of the import. */
async function send(own: HTMLFormElement, archive: File) {
  const problem = own.querySelector<HTMLElement>('[data-import-problem]')!;
  const sending = own.querySelector<HTMLElement>('[data-import-sending]')!;
  const button = own.querySelector<HTMLButtonElement>('button[type="submit"]')!;
  const stop = new AbortController();
  const leave = (event: BeforeUnloadEvent) => event.preventDefault();
  problem.textContent = '';
  sending.hidden = false;
  button.hidden = true;
  sending.querySelector<HTMLButtonElement>('[data-import-stop]')!.onclick = () => stop.abort();
  addEventListener('beforeunload', leave);
  try {
    await startImport(
      { archive },
      {
        signal: stop.signal,
        onProgress: (percent) => (sending.querySelector('progress')!.value = percent),
      },
    );
    removeEventListener('beforeunload', leave);
    location.reload();
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    if (error.code !== 'aborted') problem.textContent = error.message;
    sending.hidden = true;
    button.hidden = false;
    button.focus();
  } finally {
    removeEventListener('beforeunload', leave);
  }
}

export function startImportScreen(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-import]');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const archive = form.querySelector<HTMLInputElement>('input[type="file"]')!.files?.[0];
    if (archive) void send(form, archive);
  });
  followProgress(document.querySelector('progress[data-import-progress]'), readImport);
}

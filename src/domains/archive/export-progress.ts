import { readExport } from './archive.calls.ts';

// Shows how far the archive is, and the finished one as soon as it is there.
const bar = document.querySelector<HTMLProgressElement>('progress[data-export]');
const every = 2_000;

async function look() {
  try {
    const { state, progress } = await readExport({});
    if (state !== 'working') return location.reload();
    bar!.value = progress;
  } catch {
    // The next look may reach the server again.
  }
  setTimeout(() => void look(), every);
}

if (bar) setTimeout(() => void look(), every);

import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refused, unavailable } from '#server/errors.ts';
import { log } from '#server/log.ts';
import { turnstile } from '#server/turnstile.ts';
import type { Master, PictureTask } from './task.ts';

const longestRun = 20_000;
/** Of one process, in KiB; a picture of 64 megapixels takes some 1.3 GB at most. */
const memory = 2 * 1024 * 1024;

const turns = turnstile({ most: 2, longestLine: 200 });

/** In a checkout the program lies beside this module, in a build it is still read from the sources. */
function findWorker() {
  const candidates = ['./worker.ts', '../../src/server/pictures/worker.ts', '../../../src/server/pictures/worker.ts'];
  const file = candidates.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path));
  if (!file) throw new Error('The folder src/server/pictures is missing beside the build');
  return file;
}

let worker: string | undefined;

/** The command: capped memory where there is a shell to ask for it, no network, files of the program and of this task only. */
function commandFor(task: PictureTask): [command: string, args: string[]] {
  worker ??= findWorker();
  const root = join(dirname(worker), '../../..');
  const readable = [root, realpathSync(join(root, 'node_modules')), dirname(task.input), task.folder];
  const node = [
    '--permission', '--allow-addons', ...readable.map((folder) => `--allow-fs-read=${folder}`), `--allow-fs-write=${task.folder}`,
    '--disable-warning=SecurityWarning', worker, JSON.stringify(task),
  ];
  if (process.platform === 'win32') return [process.execPath, node];
  return ['/bin/sh', ['-c', `ulimit -c 0; ulimit -d ${memory} || exit 9; exec "$0" "$@"`, process.execPath, ...node]];
}

function start(task: PictureTask): Promise<string> {
  return new Promise((resolve, reject) => {
    const [command, args] = commandFor(task);
    // No setting and no secret reaches a process that opens strangers' files.
    const child = spawn(command, args, { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-1_000)));
    const timer = setTimeout(() => child.kill('SIGKILL'), longestRun);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0 || code === 3) return resolve(said);
      log('warn', 'a picture ended its process', { code, signal, complaint: complaint.split('\n').slice(0, 3).join(' | ') });
      resolve('{"problem":"unreadable"}');
    });
  });
}

const unreadable = () => refused('invalid_file', 'This picture cannot be read. It may be damaged.');

async function perform<Made>(task: PictureTask): Promise<Made> {
  const leave = await turns.enter().catch(() => Promise.reject(unavailable(10)));
  try {
    const made = JSON.parse((await start(task)) || '{"problem":"unreadable"}') as Made & { problem?: string };
    if (made.problem === 'too_many_pixels') throw refused('invalid_file', 'This picture has too many pixels: at most 64 million, 16,384 on a side and 200 frames.');
    if (made.problem === 'too_small' && task.make === 'master') throw refused('invalid_file', `This picture is too small: at least ${task.least!.width} by ${task.least!.height} pixels.`);
    if (made.problem) throw unreadable();
    return made;
  } finally {
    leave();
  }
}

/**
 * Decodes a picture and writes it anew as `original.webp` in the task's folder: upright, without metadata, at most 2,560 pixels
 * on its longest side. Two at once; throws 415 invalid_file with a text for people when it is broken or beyond the limits.
 */
export const makeMaster = (task: Omit<PictureTask & { make: 'master' }, 'make'>): Promise<Master> => perform<Master>({ ...task, make: 'master' });

/** Writes `{width}.avif` and `{width}.webp` for each width into the task's folder. */
export const makeWidths = async (task: Omit<PictureTask & { make: 'widths' }, 'make'>): Promise<void> => void (await perform({ ...task, make: 'widths' }));

import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Ended {
  /** Null when it was killed: by the system, or because it took too long. */
  code: number | null;
  signal: NodeJS.Signals | null;
  /**
   * It was killed for `longestRun`: where `longestWork` is given, the machine has no time for it
   * now.
   */
  isOverdue: boolean;
  said: string;
  /** The end of what it complained of. */
  complaint: string;
}

interface Limits {
  /** In milliseconds, by the clock. */
  longestRun: number;
  /** In seconds at work: a busy machine does not use them up. */
  longestWork?: number;
  /** Of the process, in KiB. */
  memory: number;
  signal?: AbortSignal | undefined;
}

/**
 * Runs a program on strangers' files: no setting and no secret reaches it, memory and time are
 * capped, it leaves no core dump.
 */
export function runWithLimits(
  program: string,
  args: string[],
  { longestRun, longestWork, memory, signal }: Limits,
): Promise<Ended> {
  const caps = `ulimit -c 0; ulimit -d ${memory} || exit 9; ${longestWork ? `ulimit -t ${longestWork} || exit 9; ` : ''}exec "$0" "$@"`;
  const [command, line] =
    process.platform === 'win32' ? [program, args] : ['/bin/sh', ['-c', caps, program, ...args]];
  return new Promise((resolve, reject) => {
    const child = spawn(command, line, { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (complaint = (complaint + text).slice(-1_000)));
    const kill = () => child.kill('SIGKILL');
    let isOverdue = false;
    const timer = setTimeout(() => {
      isOverdue = true;
      kill();
    }, longestRun);
    if (signal?.aborted) kill();
    signal?.addEventListener('abort', kill, { once: true });
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
    };
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (code, ended) => {
      settle();
      resolve({ code, signal: ended, isOverdue, said, complaint });
    });
  });
}

/** The answer of a program of ours; undefined where a library has written between. */
export function answerIn<Answer>(said: string): Answer | undefined {
  try {
    return JSON.parse(said) as Answer;
  } catch {
    return undefined;
  }
}

/**
 * In a checkout a program of ours lies below this folder, in a build it is still read from the
 * sources.
 */
function findProgram(name: string): string {
  const candidates = [`./${name}`, `../../src/server/${name}`, `../../../src/server/${name}`];
  const file = candidates
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  if (!file) throw new Error(`The file src/server/${name} is missing beside the build`);
  return file;
}

export interface FileTask {
  input: string;
  /** Where the results are written. */
  folder: string;
}

/**
 * Runs a program of ours (its path below src/server) in a process of its own, without network, that
 * can read its own code and the task's files and write into the task's folder, and nothing else. It
 * finds the task as JSON in its first argument.
 */
export function runSandboxed(name: string, task: FileTask, limits: Limits): Promise<Ended> {
  const program = findProgram(name);
  const root = join(program.slice(0, -name.length), '../..');
  const readable = [
    root,
    realpathSync(join(root, 'node_modules')),
    dirname(task.input),
    task.folder,
  ];
  return runWithLimits(
    process.execPath,
    [
      '--permission',
      '--allow-addons',
      ...readable.map((folder) => `--allow-fs-read=${folder}`),
      `--allow-fs-write=${task.folder}`,
      '--disable-warning=SecurityWarning',
      program,
      JSON.stringify(task),
    ],
    limits,
  );
}

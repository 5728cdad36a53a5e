import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SandboxResult {
  /** Null when it was killed by the system or a timeout. */
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Killed after `maxMilliseconds`: if `maxCpuSeconds` is given, the machine is too busy. */
  hasTimedOut: boolean;
  stdout: string;
  /** The end of its error output. */
  stderr: string;
}

interface Limits {
  /** Milliseconds of wall-clock time. */
  maxMilliseconds: number;
  /** Seconds of CPU time: waiting on a busy machine does not count. */
  maxCpuSeconds?: number;
  /** Memory of the process in KiB. */
  memory: number;
  /** Runs when nothing else wants the processor. */
  isBackground?: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Runs a program on untrusted files: without settings or secrets, with limited memory and time,
 * without core dumps.
 */
export function runWithLimits(
  program: string,
  args: string[],
  { maxMilliseconds, maxCpuSeconds, memory, isBackground, signal }: Limits,
): Promise<SandboxResult> {
  // The system ends this program before the server or the database when memory runs out.
  const first = 'echo 1000 2>/dev/null >/proc/self/oom_score_adj';
  const cpuCap = maxCpuSeconds ? `ulimit -t ${maxCpuSeconds} || exit 9; ` : '';
  // Not every system has `nice`.
  const nice = isBackground ? '$(command -v nice >/dev/null && echo "nice -n 15") ' : '';
  const caps = `${first}; ulimit -c 0; ulimit -d ${memory} || exit 9; ${cpuCap}exec ${nice}"$0" "$@"`;
  const [command, line] =
    process.platform === 'win32' ? [program, args] : ['/bin/sh', ['-c', caps, program, ...args]];
  return new Promise((resolve, reject) => {
    const child = spawn(command, line, { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (stderr = (stderr + text).slice(-1_000)));
    const kill = () => child.kill('SIGKILL');
    let hasTimedOut = false;
    const timer = setTimeout(() => {
      hasTimedOut = true;
      kill();
    }, maxMilliseconds);
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
      resolve({ code, signal: ended, hasTimedOut, stdout, stderr });
    });
  });
}

/** Parses the output of one of our programs; undefined if a library has written to it. */
export function parseAnswer<Answer>(stdout: string): Answer | undefined {
  try {
    return JSON.parse(stdout) as Answer;
  } catch {
    return undefined;
  }
}

/** Our programs lie below this folder in a checkout; a build still reads them from the sources. */
export function findProgram(name: string): string {
  const candidates = [`./${name}`, `../../src/server/${name}`, `../../../src/server/${name}`];
  const file = candidates
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  if (!file) throw new Error(`The file src/server/${name} is missing beside the build`);
  return file;
}

export interface FileTask {
  input: string;
  /** Output folder. */
  folder: string;
}

/**
 * Runs one of our programs (path below src/server) in its own process without network. It can read
 * its own code and the task's files, and write only to the task's folder. The task is JSON in its
 * first argument.
 */
export function runSandboxed(name: string, task: FileTask, limits: Limits): Promise<SandboxResult> {
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

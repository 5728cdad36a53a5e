/** A bar on a terminal, a plain line now and then elsewhere; both on stderr. */
export interface Progress {
  show(label: string, done: number, all: number): void;
  /** Ends the stage with its time. */
  end(label: string): void;
}

export function createProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  let startedAt = Date.now();
  let shownAt = 0;
  return {
    show(label, done, all) {
      const now = Date.now();
      if (now - shownAt < (out.isTTY ? 80 : 5_000)) return;
      shownAt = now;
      const share = all ? done / all : 1;
      const percent = `${Math.floor(share * 100)}`.padStart(3);
      if (!out.isTTY) return void out.write(`seed    ${label}: ${percent.trim()} %\n`);
      const filled = Math.round(share * 30);
      out.write(
        `\rseed    ${label.padEnd(22)} ${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${percent} %\u001B[K`,
      );
    },
    end(label) {
      out.write(
        `${out.isTTY ? '\r' : ''}seed    ${label.padEnd(22)} ` +
          `${((Date.now() - startedAt) / 1000).toFixed(1)} s${out.isTTY ? '\u001B[K' : ''}\n`,
      );
      startedAt = Date.now();
      shownAt = 0;
    },
  };
}

export const silent: Progress = { show: () => {}, end: () => {} };

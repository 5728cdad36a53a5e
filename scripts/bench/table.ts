import type { Measure } from './load.ts';

export interface Row {
  name: string;
  app: Measure;
  raw?: Measure;
}

const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

/** Markdown table for docs/benchmarks.md. */
export function table(rows: Row[]): string {
  const head =
    '| what | requests/s | p50 ms | p99 ms | server CPU ms/request ' +
    '| bare node:http requests/s | share of bare | its CPU ms/request | failures |\n' +
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|';
  const lines = rows.map(({ name, app, raw }) =>
    [
      name,
      app.requestsPerSecond.toFixed(0),
      ms(app.p50),
      ms(app.p99),
      app.cpuPerRequest.toFixed(3),
      raw ? raw.requestsPerSecond.toFixed(0) : '',
      raw ? (app.requestsPerSecond / raw.requestsPerSecond).toFixed(2) : '',
      raw ? raw.cpuPerRequest.toFixed(3) : '',
      String(app.failures),
    ].join(' | '),
  );
  return [head, ...lines.map((line) => `| ${line} |`)].join('\n');
}

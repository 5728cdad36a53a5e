import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

export interface Target {
  origin: string;
  pid: number;
}

export interface BenchRequest {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Measure {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Milliseconds of the server process's own CPU for each request. */
  cpuPerRequest: number;
  requests: number;
  /** Responses outside 2xx and 304, and broken connections. */
  failures: number;
}

/** User and system time of a process in milliseconds, from the kernel's accounting (Linux). */
function getCpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return (ticks * 1_000) / 100;
}

export interface LoadOptions {
  connections: number;
  seconds: number;
  /** Number of requests, instead of `seconds`. */
  amount?: number;
}

/**
 * Sends requests over `connections`, one at a time on each.
 * @param nextRequest called for each request, so that a run can cover many pages
 */
export async function load(
  target: Target,
  nextRequest: () => BenchRequest,
  { connections, seconds, amount }: LoadOptions,
): Promise<Measure> {
  const before = getCpuTime(target.pid);
  const result = await autocannon({
    url: target.origin,
    connections,
    ...(amount ? { amount } : { duration: seconds }),
    // One function for all connections: autocannon calls it for each request.
    requests: [
      {
        setupRequest: (request) => {
          const { method = 'GET', path, headers = {}, body } = nextRequest();
          return { ...request, method, path, headers: { ...request.headers, ...headers }, body };
        },
      },
    ],
  });
  const cpu = getCpuTime(target.pid) - before;
  const requests = result.requests.total;
  return {
    requestsPerSecond: requests / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuPerRequest: cpu / Math.max(1, requests),
    requests,
    failures: result.non2xx - (result['3xx'] ?? 0) + result.errors + result.timeouts,
  };
}

/** The median run by CPU per request, the figure least affected by other load. */
export function median(runs: Measure[]): Measure {
  return [...runs].sort((a, b) => a.cpuPerRequest - b.cpuPerRequest)[Math.floor(runs.length / 2)]!;
}

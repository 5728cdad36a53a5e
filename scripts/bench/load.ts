import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

export interface Target {
  origin: string;
  pid: number;
}

export interface Shot {
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
  /** Answers outside 2xx and 304, and broken connections. */
  failures: number;
}

/**
 * User and system time of a process so far, in milliseconds, from the kernel's accounting (Linux).
 */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return (ticks * 1_000) / 100;
}

export interface LoadOptions {
  connections: number;
  seconds: number;
  /** So many requests instead of `seconds`. */
  amount?: number;
}

/**
 * Sends requests for a time over `connections`, one at a time on each.
 * @param shots asked for each next request, so that a run can spread over many pages
 */
export async function load(
  target: Target,
  shots: () => Shot,
  { connections, seconds, amount }: LoadOptions,
): Promise<Measure> {
  const before = cpuOf(target.pid);
  const result = await autocannon({
    url: target.origin,
    connections,
    ...(amount ? { amount } : { duration: seconds }),
    // One function for all connections: autocannon asks it for the next request each time.
    requests: [
      {
        setupRequest: (request) => {
          const { method = 'GET', path, headers = {}, body } = shots();
          return { ...request, method, path, headers: { ...request.headers, ...headers }, body };
        },
      },
    ],
  });
  const cpu = cpuOf(target.pid) - before;
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

/**
 * The middle one of several runs by CPU per request, the figure that other work on the machine
 * moves least.
 */
export function median(runs: Measure[]): Measure {
  return [...runs].sort((a, b) => a.cpuPerRequest - b.cpuPerRequest)[Math.floor(runs.length / 2)]!;
}

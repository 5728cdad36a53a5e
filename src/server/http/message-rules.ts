import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpError, invalid } from '#server/errors.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const versions = new Set(['1.0', '1.1']);
// A name, an IPv4 address or an IPv6 address in brackets, perhaps with a port.
const authority = /^(?:[\w.~!$&'()*+;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;
const absoluteForm = /^https?:\/\/([^/?#]*)([^#]*)$/i;

function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** Origin form of an absolute request target; its host must match the Host header. */
function withoutHost(url: string, host: string | undefined): string | undefined {
  const [, named, rest = ''] = absoluteForm.exec(url) ?? [];
  if (named === undefined || named.toLowerCase() !== host?.toLowerCase()) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The request target in origin form, or undefined for a message that must be refused. */
function readMessage(req: IncomingMessage): string | undefined {
  const { httpVersion, url = '' } = req;
  const { host, 'transfer-encoding': coding } = req.headers;
  if (!versions.has(httpVersion)) return undefined;
  const hosts = countHosts(req);
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return undefined;
  if (host !== undefined && !authority.test(host)) return undefined;
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked'))
    return undefined;
  if (url.includes('#')) return undefined;
  return url.startsWith('/') ? url : withoutHost(url, host);
}

/**
 * Refuses messages that RFC 9112 asks servers to refuse but Node's parser accepts: a proxy and
 * this server could split them differently. Rewrites the target to origin form.
 */
export function checkMessage(req: IncomingMessage, res: ServerResponse) {
  const url = readMessage(req);
  if (url === undefined) {
    // The end of the message is uncertain too.
    res.shouldKeepAlive = false;
    throw invalid('The request could not be read.');
  }
  req.url = url;
  if (!methods.has(req.method ?? ''))
    throw httpError('invalid_method', 'There is no such method here.');
}

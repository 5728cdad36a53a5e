import { createFetch } from 'ofetch';
import type { CallOptions } from './calls.ts';
import { isNative, nativeRequest } from './native-transport.ts';
import { upload } from './upload.ts';

interface SendOptions extends RequestInit {
  onProgress?: CallOptions['onProgress'];
  viaBrowser?: boolean;
}

/**
 * Sends a request: by the native plugin if there is one, XMLHttpRequest for progress, else fetch.
 */
async function fetchResponse(
  address: RequestInfo | URL,
  options: SendOptions = {},
): Promise<Response> {
  const url = String(address);
  const {
    method = 'GET',
    body = null,
    signal = null,
    keepalive = false,
    onProgress,
    viaBrowser = false,
  } = options;
  const headers = new Headers(options.headers);
  if (isNative() && !viaBrowser && method !== 'GET' && !(body instanceof FormData)) {
    if (body instanceof URLSearchParams)
      headers.set('content-type', 'application/x-www-form-urlencoded');
    try {
      return await nativeRequest(url, {
        method,
        headers,
        body: body === null ? undefined : String(body),
      });
    } catch {
      signal?.throwIfAborted();
    }
  }
  if (onProgress && typeof XMLHttpRequest !== 'undefined') {
    return upload(url, {
      method,
      headers,
      body: body as XMLHttpRequestBodyInit | null,
      signal,
      onProgress,
    });
  }
  return globalThis.fetch(url, {
    method,
    body,
    signal,
    headers,
    keepalive,
    credentials: 'same-origin',
  });
}

export const send = createFetch({
  fetch: fetchResponse,
  // Errors are read from the envelope, and only the caller knows whether to retry.
  defaults: {
    baseURL: '/api/rest',
    retry: false,
    ignoreResponseError: true,
    headers: { accept: 'application/json' },
  },
}).raw;

export interface UploadOptions {
  method: string;
  headers: Headers;
  body: XMLHttpRequestBodyInit | null;
  signal?: AbortSignal | null;
  /** Percent of the bytes sent, 0 to 100. */
  onProgress: (percent: number) => void;
}

/** Like `fetch`, which cannot report upload progress. */
export function upload(
  url: string,
  { method, headers, body, signal, onProgress }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0)
        onProgress(Math.min(100, Math.round((loaded / total) * 100)));
    };
    request.onload = () => {
      const hasBody = request.status !== 204 && request.responseText !== '';
      const type = request.getResponseHeader('content-type');
      const retryAfter = request.getResponseHeader('retry-after');
      resolve(
        new Response(hasBody ? request.responseText : null, {
          status: request.status,
          headers: {
            ...(type ? { 'content-type': type } : {}),
            ...(retryAfter ? { 'retry-after': retryAfter } : {}),
          },
        }),
      );
    };
    request.onerror = () => reject(new TypeError('The upload did not get through.'));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    if (signal?.aborted) return reject(new DOMException('The upload was cancelled.', 'AbortError'));
    signal?.addEventListener('abort', abort);
    request.send(body);
  });
}

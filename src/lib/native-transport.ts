/** What of Capacitor this client uses, when it runs inside a native shell. */
interface Capacitor {
  isNativePlatform?(): boolean;
  Plugins?: {
    CapacitorHttp?: {
      request(options: {
        url: string;
        method: string;
        headers: Record<string, string>;
        data?: string;
      }): Promise<NativeAnswer>;
    };
    Preferences?: {
      get(options: { key: string }): Promise<{ value: string | null }>;
      set(options: { key: string; value: string }): Promise<void>;
      remove(options: { key: string }): Promise<void>;
    };
  };
}

interface NativeAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Parsed already when the answer was JSON. */
  data: unknown;
}

export const capacitor = (): Capacitor | undefined =>
  (globalThis as { Capacitor?: Capacitor }).Capacitor;

export const isNative = (): boolean => capacitor()?.isNativePlatform?.() === true;

/** Sends through the native HTTP plugin; throws when there is none or it fails. */
export async function nativeRequest(
  url: string,
  init: { method: string; headers: Headers; body: string | undefined },
): Promise<Response> {
  const plugin = capacitor()?.Plugins?.CapacitorHttp;
  if (!plugin) throw new Error('no native HTTP here');
  const answer = await plugin.request({
    url: new URL(url, globalThis.location?.href).href,
    method: init.method,
    headers: Object.fromEntries(init.headers),
    ...(init.body === undefined ? {} : { data: init.body }),
  });
  if (!answer.status) throw new Error('the native HTTP plugin brought no answer');
  const isText = typeof answer.data === 'string';
  return new Response(isText ? (answer.data as string) : JSON.stringify(answer.data ?? null), {
    status: answer.status === 204 ? 200 : answer.status,
    headers: { 'content-type': 'application/json' },
  });
}

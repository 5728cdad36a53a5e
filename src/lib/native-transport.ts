/** The parts of Capacitor that this client uses inside a native shell. */
interface Capacitor {
  isNativePlatform?(): boolean;
  Plugins?: {
    CapacitorHttp?: {
      request(options: {
        url: string;
        method: string;
        headers: Record<string, string>;
        data?: string;
      }): Promise<NativeResponse>;
    };
    Preferences?: {
      get(options: { key: string }): Promise<{ value: string | null }>;
      set(options: { key: string; value: string }): Promise<void>;
      remove(options: { key: string }): Promise<void>;
    };
  };
}

interface NativeResponse {
  status: number;
  headers?: Record<string, string>;
  /** Already parsed if the response was JSON. */
  data: unknown;
}

export const capacitor = (): Capacitor | undefined =>
  (globalThis as { Capacitor?: Capacitor }).Capacitor;

export const isNative = (): boolean => capacitor()?.isNativePlatform?.() === true;

/** Sends through the native HTTP plugin; throws if it is missing or fails. */
export async function nativeRequest(
  url: string,
  init: { method: string; headers: Headers; body: string | undefined },
): Promise<Response> {
  const plugin = capacitor()?.Plugins?.CapacitorHttp;
  if (!plugin) throw new Error('no native HTTP here');
  const response = await plugin.request({
    url: new URL(url, globalThis.location?.href).href,
    method: init.method,
    headers: Object.fromEntries(init.headers),
    ...(init.body === undefined ? {} : { data: init.body }),
  });
  if (!response.status) throw new Error('the native HTTP plugin returned no response');
  const isText = typeof response.data === 'string';
  return new Response(isText ? (response.data as string) : JSON.stringify(response.data ?? null), {
    status: response.status === 204 ? 200 : response.status,
    headers: { 'content-type': 'application/json' },
  });
}

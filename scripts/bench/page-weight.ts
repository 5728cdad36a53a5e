/** Bytes that a visitor downloads for a page without pictures, as sent (brotli), by kind. */
export async function pageWeight(
  origin: string,
  path: string,
): Promise<{ html: number; css: number; script: number }> {
  const get = async (address: string) => {
    const response = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    // fetch decompresses; the transferred length is in the header.
    const body = Buffer.from(await response.arrayBuffer());
    return {
      text: body.toString(),
      sent: Number(response.headers.get('content-length') ?? body.length),
    };
  };
  const page = await get(origin + path);
  const inline = (pattern: RegExp) => [...page.text.matchAll(pattern)].map((match) => match[1]!);
  const sum = async (paths: string[]) => {
    let bytes = 0;
    for (const one of new Set(paths)) bytes += (await get(new URL(one, origin).href)).sent;
    return bytes;
  };
  return {
    html: page.sent,
    css: await sum(inline(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)),
    script: await sum([
      ...inline(/<script[^>]+src="([^"]+)"/g),
      ...inline(/<link[^>]+rel="modulepreload"[^>]+href="([^"]+)"/g),
      ...inline(/component-url="([^"]+)"/g),
      ...inline(/renderer-url="([^"]+)"/g),
    ]),
  };
}

/** An XML document that anyone may keep for `seconds`; with 0 they ask again each time, as for everything that carries members' words. */
export const xmlAnswer = (body: string, seconds: number, type = 'application/xml') =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': `public, max-age=${seconds}${seconds ? '' : ', must-revalidate'}` },
  });

import type { APIRoute } from 'astro';
import { handlers } from '#app/domains.ts';
import { env } from '#server/env.ts';
import { openapiDocument } from '#server/openapi.ts';

export const access = 'public';

let document: string | undefined;

export const GET: APIRoute = () => {
  document ??= JSON.stringify(
    openapiDocument(handlers, { title: env().SITE_NAME, origin: env().PUBLIC_ORIGIN }),
  );
  return new Response(document, {
    headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
  });
};

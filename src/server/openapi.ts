import { z } from 'zod';
import { createDocument, type ZodOpenApiObject, type ZodOpenApiOperationObject } from 'zod-openapi';
import type { Handler } from './handle.ts';
import { noContent } from './no-content.ts';
import { statusOf } from './errors.ts';

const errorEnvelope = z
  .object({
    status_code: z.int(),
    error: z.literal(true),
    error_code: z.enum(Object.keys(statusOf) as [string, ...string[]]),
    message: z.union([z.string(), z.record(z.string(), z.string())]),
    request_id: z.string(),
    two_factor: z
      .object({ token: z.string(), expires_in: z.int(), methods: z.array(z.enum(['app', 'recovery_code'])) })
      .optional()
      .meta({ description: 'With two_factor_required: send the token with a code to /login/two-factor' }),
    retry_after: z.int().optional().meta({ description: 'Seconds, with too_many_requests and unavailable' }),
  })
  .meta({ id: 'Error', description: 'The one error envelope' });

const titleOf = (path: string) => path.split('/').filter(Boolean)[0] ?? 'general';

function answer(handler: Handler) {
  const isEmpty = handler.output === noContent;
  const isNoContent = (handler.output.meta() as { noContent?: boolean } | undefined)?.noContent;
  if (isEmpty) return z.object({ status_code: z.literal(204) });
  return z.object({ status_code: z.literal(isNoContent ? 204 : 200), body: handler.output });
}

/** The fields of a call's input, also behind a preprocessing step or of several forms. */
function fieldsOf(input: z.ZodType): Record<string, z.ZodType> {
  if (input instanceof z.ZodObject) return input.shape as Record<string, z.ZodType>;
  if (input instanceof z.ZodPipe) return fieldsOf((input.out instanceof z.ZodTransform ? input.in : input.out) as z.ZodType);
  if (!(input instanceof z.ZodUnion)) return {};
  const forms = (input.options as z.ZodType[]).map(fieldsOf);
  return Object.fromEntries(forms.flatMap(Object.entries<z.ZodType>).map(([name, field]) => [name, forms.every((form) => name in form) ? field : field.optional()]));
}

/** Files travel in forms of parts, named as the rule says. */
function withFiles({ files }: Handler, fields: z.ZodObject) {
  if (!files) return {};
  const file = z.string().meta({ format: 'binary', description: `${files.takes}; fields named like ${files.fields.source}, at most ${files.most}` });
  const names = files.still ? ['filedata', files.still] : ['filedata0'];
  return { 'multipart/form-data': { schema: fields.extend(Object.fromEntries(names.map((name) => [name, file.optional()]))) } };
}

function operation(handler: Handler, path: string): ZodOpenApiOperationObject {
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const shape = fieldsOf(handler.input);
  const pick = (names: string[]) => z.object(Object.fromEntries(names.map((name) => [name, shape[name] ?? z.string()])));
  const rest = Object.keys(shape).filter((name) => !inPath.includes(name));
  const isQuery = handler.call.method === 'GET' || handler.call.method === 'DELETE';
  return {
    operationId: `${handler.call.method.toLowerCase()}${path.replace(/[^a-zA-Z0-9]+(\w)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    tags: [titleOf(path)],
    ...(handler.summary ? { summary: handler.summary } : {}),
    security: handler.isPublic ? [{ consumer: [] }] : [{ consumer: [], member: [] }],
    requestParams: { ...(inPath.length ? { path: pick(inPath) } : {}), ...(isQuery && rest.length ? { query: pick(rest) } : {}) },
    ...(!isQuery && rest.length ? { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: pick(rest) }, 'application/json': { schema: pick(rest) }, ...withFiles(handler, pick(rest)) } } } : {}),
    responses: {
      '200': { description: 'Success; a 204 of the contract travels as 200 with its envelope', content: { 'application/json': { schema: answer(handler) } } },
      default: { description: 'An error; the HTTP status equals status_code', content: { 'application/json': { schema: errorEnvelope } } },
    },
  };
}

/** OpenAPI 3.1 of everything the server answers, made from the schemas it answers with. */
export function openapiDocument(handlers: Handler[], options: { title: string; origin?: string }) {
  const paths: NonNullable<ZodOpenApiObject['paths']> = {};
  for (const handler of handlers) {
    for (const path of [handler.call.path, ...(handler.aliases ?? [])]) {
      const key = `/api/rest${path.replace(/:(\w+)/g, '{$1}')}`;
      paths[key] = { ...paths[key], [handler.call.method.toLowerCase()]: operation(handler, path) };
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: `${options.title} REST API`, version: '1', description: 'Every call names its client application by oauth_consumer_key and oauth_consumer_secret; calls for members also carry oauth_token and oauth_secret. All four as headers, query values or form fields.' },
    ...(options.origin ? { servers: [{ url: options.origin }] } : {}),
    paths,
    components: {
      securitySchemes: {
        consumer: { type: 'apiKey', in: 'header', name: 'oauth_consumer_key', description: 'With oauth_consumer_secret' },
        member: { type: 'apiKey', in: 'header', name: 'oauth_token', description: 'With oauth_secret, or the cookies that the web client holds' },
      },
    },
  });
}

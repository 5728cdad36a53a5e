import { z } from 'zod';
import { createDocument, type ZodOpenApiObject, type ZodOpenApiOperationObject } from 'zod-openapi';
import { errorEnvelope } from './error-envelope.ts';
import { statusOf } from './errors.ts';
import type { Handler } from './handle.ts';
import { isNoContent, noContent } from './responses.ts';

type Fields = Record<string, z.ZodType>;

const titleOf = (path: string) => path.split('/').filter(Boolean)[0] ?? 'general';

function answer({ output }: Handler) {
  if (output === noContent) return z.object({ status_code: z.literal(204) });
  return z.object({ status_code: z.literal(isNoContent(output) ? 204 : 200), body: output });
}

/** The fields of a call's input, also behind a preprocessing step or a union. */
function toFields(input: z.ZodType): Fields {
  if (input instanceof z.ZodObject) return input.shape as Fields;
  if (input instanceof z.ZodLazy) return toFields(input.unwrap() as z.ZodType);
  if (input instanceof z.ZodPipe) {
    return toFields((input.out instanceof z.ZodTransform ? input.in : input.out) as z.ZodType);
  }
  if (!(input instanceof z.ZodUnion)) return {};
  const forms = (input.options as z.ZodType[]).map(toFields);
  const isInAll = (name: string) => forms.every((form) => name in form);
  const all = forms.flatMap(Object.entries<z.ZodType>);
  return Object.fromEntries(
    all.map(([name, field]) => [name, isInAll(name) ? field : field.optional()]),
  );
}

/** Unwraps optional and default types of a field. */
function requiredField(field: z.ZodType): z.ZodType {
  const mayBeAbsent =
    field instanceof z.ZodOptional ||
    field instanceof z.ZodDefault ||
    field instanceof z.ZodPrefault;
  return mayBeAbsent ? requiredField(field.unwrap() as z.ZodType) : field;
}

/** Picks fields by name; those in `required` become mandatory. */
function pick(fields: Fields, names: string[], required: readonly string[] = []) {
  const fieldOf = (name: string) => {
    const field = fields[name] ?? z.string();
    return required.includes(name) ? requiredField(field) : field;
  };
  return z.object(Object.fromEntries(names.map((name) => [name, fieldOf(name)])));
}

/** The fields as a body that requires one of the combinations. */
function toBody(fields: Fields, needs: ReadonlyArray<readonly string[]>) {
  const inEach = Object.keys(fields).filter(
    (name) => needs.length && needs.every((one) => one.includes(name)),
  );
  const schema = pick(fields, Object.keys(fields), inEach);
  const others = needs.map((names) => names.filter((name) => !inEach.includes(name)));
  if (!others.some((names) => names.length)) return schema;
  return schema.meta({ anyOf: others.map((required) => ({ required })) });
}

/** Files are sent as multipart form fields, named by the call's rules. */
function fileFields({ files }: Handler): Fields {
  if (!files) return {};
  const description = `${files.takes}; fields named like ${files.fields.source}, at most ${files.max}`;
  const main = ['filedata0', 'filedata', 'photo', 'archive'].find((name) =>
    files.fields.test(name),
  );
  const names = [main, files.still].filter((name) => name !== undefined);
  const file = z.string().meta({ format: 'binary', description }).optional();
  return Object.fromEntries(names.map((name) => [name, file]));
}

function requestBody(handler: Handler, fields: Fields): ZodOpenApiOperationObject['requestBody'] {
  const { files, needs = [] } = handler;
  const isFile = (name: string) => files?.fields.test(name) === true;
  const texts = Object.fromEntries(Object.entries(fields).filter(([name]) => !isFile(name)));
  const parts = { ...texts, ...fileFields(handler) };
  if (!Object.keys(parts).length) return undefined;
  const ofTexts = needs.filter((names) => !names.some(isFile));
  const hasTextForm = Object.keys(texts).length > 0 && (ofTexts.length > 0 || !needs.length);
  const text = { schema: toBody(texts, ofTexts) };
  const isRequired = needs.length > 0 || !z.object(texts).safeParse({}).success;
  return {
    ...(isRequired ? { required: true } : {}),
    content: {
      ...(hasTextForm
        ? { 'application/x-www-form-urlencoded': text, 'application/json': text }
        : {}),
      ...(files ? { 'multipart/form-data': { schema: toBody(parts, needs) } } : {}),
    },
  };
}

const listed = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];

function describe({ summary = '', isPublic, needs = [] }: Handler): string {
  return [
    `${summary}.`,
    isPublic ? 'Open to visitors.' : 'For members.',
    ...(needs.length > 1 ? [`Needs ${needs.map(listed).join('; or ')}.`] : []),
  ].join(' ');
}

const consumer = { oauth_consumer_key: [], oauth_consumer_secret: [] };
const member = { ...consumer, oauth_token: [], oauth_secret: [] };

const camelCase = (path: string) =>
  path.replace(/[^a-zA-Z0-9]+(\w)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '');

const json = <Schema>(schema: Schema) => ({ content: { 'application/json': { schema } } });
/** Each by its number: programs that generate clients cannot read `4XX`. */
const refusals = [...new Set(Object.values(statusOf))].sort();
/** Calls that read have no body and may come from anywhere. */
const refusalsOfReading = refusals.filter((status) => ![403, 413, 415].includes(status));
const refused = {
  id: 'Refusal',
  description: 'An error; the HTTP status equals status_code',
  ...json(errorEnvelope),
};

function operation(handler: Handler, path: string): ZodOpenApiOperationObject {
  const { method } = handler.call;
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const shape = toFields(handler.input);
  const rest = Object.keys(shape).filter((name) => !inPath.includes(name));
  const isQuery = method === 'GET' || method === 'DELETE';
  const [first = [], ...others] = handler.needs ?? [];
  const body = isQuery ? undefined : requestBody(handler, pick(shape, rest).shape);
  return {
    operationId: `${method.toLowerCase()}${camelCase(path)}`,
    tags: [titleOf(path)],
    ...(handler.summary ? { summary: handler.summary } : {}),
    description: describe(handler),
    security: handler.isPublic ? [consumer, member] : [member],
    requestParams: {
      ...(inPath.length ? { path: pick(shape, inPath, inPath) } : {}),
      ...(isQuery && rest.length ? { query: pick(shape, rest, others.length ? [] : first) } : {}),
    },
    ...(body ? { requestBody: body } : {}),
    responses: {
      '200': {
        description: 'Success; a 204 of the contract travels as 200 with its envelope',
        ...json(answer(handler)),
      },
      ...Object.fromEntries(
        (method === 'GET' ? refusalsOfReading : refusals).map((status) => [status, refused]),
      ),
    },
  };
}

const credential = (name: string, description: string) =>
  ({ type: 'apiKey', in: 'header', name, description }) as const;

const securitySchemes = {
  oauth_consumer_key: credential('oauth_consumer_key', 'Names the client application'),
  oauth_consumer_secret: credential('oauth_consumer_secret', 'Belongs to oauth_consumer_key'),
  oauth_token: credential(
    'oauth_token',
    'The session of a member, or the cookies of the web client',
  ),
  oauth_secret: credential('oauth_secret', 'Belongs to oauth_token'),
};

/** OpenAPI 3.1 of everything the server answers, made from the schemas it answers with. */
export function openapiDocument(handlers: Handler[], options: { title: string; origin?: string }) {
  const origin = options.origin ?? '';
  const paths: NonNullable<ZodOpenApiObject['paths']> = {};
  const tags = new Set<string>();
  for (const handler of handlers) {
    for (const path of [handler.call.path, ...(handler.aliases ?? [])]) {
      const key = `/api/rest${path.replace(/:(\w+)/g, '{$1}')}`;
      paths[key] = { ...paths[key], [handler.call.method.toLowerCase()]: operation(handler, path) };
      tags.add(titleOf(path));
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: `${options.title} REST API`,
      version: '1',
      description:
        'Every call names its client application by oauth_consumer_key and oauth_consumer_secret; ' +
        'calls for members also carry oauth_token and oauth_secret. ' +
        'All four as headers, query values or form fields.',
      ...(origin ? { contact: { name: options.title, url: `${origin}/contact` } } : {}),
    },
    servers: [{ url: origin || '/' }],
    tags: [...tags].sort().map((name) => ({ name, description: `Paths that begin with /${name}` })),
    paths,
    components: { securitySchemes },
  });
}

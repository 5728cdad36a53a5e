import { openapiDocument } from '#server/openapi.ts';
import { handlers } from './domains.ts';

interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  description?: string;
  $ref?: string;
}

interface Operation {
  tags?: string[];
  summary?: string;
  security?: Array<Record<string, unknown>>;
  parameters?: Array<{
    name: string;
    required?: boolean;
    description?: string;
    schema?: JsonSchema;
  }>;
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

export interface CallDescription {
  id: string;
  method: string;
  path: string;
  summary: string;
  isPublic: boolean;
  fields: Array<{ name: string; type: string; isRequired: boolean; description: string }>;
  /** The answer's shape as an outline. */
  answer: string;
}

const json = 'application/json';

/** 'integer', 'text or number', '"a" | "b"': a schema in a few words. */
function typeOf(schema: JsonSchema | undefined): string {
  if (!schema) return '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
}

/** The shape as indented lines; recursive and deeply nested types are only named. */
function outline(
  schema: JsonSchema | undefined,
  components: Record<string, JsonSchema>,
  indent = '',
  seen: string[] = [],
): string {
  if (!schema) return 'nothing';
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return seen.includes(name) || seen.length > 5
      ? name
      : outline(components[name], components, indent, [...seen, name]);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.some((choice) => choice.properties ?? choice.$ref ?? choice.items))
    return choices.map((choice) => outline(choice, components, indent, seen)).join(' or ');
  if (schema.type === 'array') return `[${outline(schema.items, components, indent, seen)}]`;
  if (!schema.properties || indent.length > 12) return typeOf(schema);
  const required = new Set(schema.required);
  const lines = Object.entries(schema.properties).map(
    ([name, value]) =>
      `${indent}  ${name}${required.has(name) ? '' : '?'}: ${outline(value, components, `${indent}  `, seen)}`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

let described: Array<{ name: string; calls: CallDescription[] }> | undefined;

/** Every call in groups, from the same document that machines get. */
export function describeCalls() {
  if (described) return described;
  const document = openapiDocument(handlers, { title: '' }) as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components?: { schemas?: Record<string, JsonSchema> };
  };
  const components = document.components?.schemas ?? {};
  const groups = new Map<string, CallDescription[]>();
  for (const [fullPath, operations] of Object.entries(document.paths)) {
    const path = fullPath.replace(/^\/api\/rest/, '');
    for (const [method, operation] of Object.entries(operations)) {
      const content = operation.requestBody?.content;
      const body = (content?.['multipart/form-data'] ?? content?.[json])?.schema;
      const required = new Set(body?.required);
      const call: CallDescription = {
        id: `${method}${path.replace(/[^a-z0-9]+/gi, '-')}`,
        method: method.toUpperCase(),
        path,
        summary: operation.summary ?? '',
        isPublic: operation.security?.some((one) => !('oauth_token' in one)) ?? true,
        fields: [
          ...(operation.parameters ?? []).map(
            ({ name, required: isRequired = false, description = '', schema }) => ({
              name,
              type: typeOf(schema),
              isRequired,
              description,
            }),
          ),
          ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
            name,
            type: typeOf(schema),
            isRequired: required.has(name),
            description: schema.description ?? '',
          })),
        ],
        answer: outline(operation.responses['200']?.content?.[json]?.schema, components),
      };
      const name = operation.tags?.[0] ?? 'general';
      groups.set(name, [...(groups.get(name) ?? []), call]);
    }
  }
  return (described = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, calls]) => ({ name, calls })));
}

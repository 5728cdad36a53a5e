import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { domains, handlers } from '#app/domains.ts';
import { setDomains } from '#server/domain.ts';
import { openapiDocument } from '#server/openapi.ts';

// The document as /api/openapi.json serves it, read by the validators that authors of clients use.
setDomains(domains);
const options = { title: 'Hearth', origin: 'https://hearth.example' };
const served = JSON.stringify(openapiDocument(handlers, options));

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
}
interface BodySchema {
  properties?: Record<string, unknown>;
  required?: string[];
  anyOf?: Array<{ required: string[] }>;
}
interface Operation {
  description: string;
  parameters?: Parameter[];
  security: Array<Record<string, unknown>>;
  requestBody?: { required?: boolean; content: Record<string, { schema: BodySchema }> };
}
const document = JSON.parse(served) as {
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, unknown> };
};

test('Redocly finds nothing', async () => {
  // Each community decides itself under which licence others may use its API.
  const rules = { 'info-license': 'off' } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const found = await lintFromString({ source: served, config, absoluteRef: 'openapi.json' });
  expect(
    found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([]);
});

test('Spectral finds nothing', async () => {
  const spectral = new spectralCore.Spectral();
  // The two packages are typed against different versions of a third.
  const oas = spectralRulesets.oas as unknown as RulesetDefinition;
  spectral.setRuleset({ extends: [[oas, 'recommended']] });
  const found = await spectral.run(served);
  expect(found.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
});

test('swagger-parser accepts the document', async () => {
  const accepted = await SwaggerParser.validate(JSON.parse(served) as never);
  expect(accepted.paths).toBeDefined();
});

test('each of the four credentials is a security scheme, and members send all', () => {
  const four = ['oauth_consumer_key', 'oauth_consumer_secret', 'oauth_secret', 'oauth_token'];
  expect(Object.keys(document.components.securitySchemes).sort()).toEqual(four);
  const { security: forMembers } = document.paths['/api/rest/messages/inbox']!.get!;
  expect(forMembers.map((one) => Object.keys(one).sort())).toEqual([four]);
  const { security: forAll } = document.paths['/api/rest/help/terms']!.get!;
  expect(forAll.map((one) => Object.keys(one).length)).toEqual([2, 4]);
});

test('required fields are marked, including combinations of which one suffices', () => {
  const body = (path: string, type = 'application/json') =>
    document.paths[`/api/rest${path}`]!.post!.requestBody!.content[type]?.schema;
  expect(body('/members/settings/two-factor/start')?.required).toEqual(['password']);
  expect(body('/advancedactivity/like')?.anyOf).toEqual([
    { required: ['action_id'] },
    { required: ['comment_id'] },
  ]);
  expect(body('/messages/compose')).toMatchObject({ required: ['body', 'toValues', 'title'] });
  expect(body('/messages/compose', 'multipart/form-data')).toMatchObject({
    required: ['toValues', 'title'],
    anyOf: [{ required: ['body'] }, { required: ['filedata0'] }],
  });
  // A file cannot travel as JSON.
  expect(body('/members/edit/photo')).toBeUndefined();
  expect(body('/members/edit/photo', 'multipart/form-data')?.required).toEqual(['photo']);
  const query = document.paths['/api/rest/members/settings/delete']!.delete!.parameters!;
  expect(query).toMatchObject([{ name: 'password', required: true }]);
  const { description } = document.paths['/api/rest/likes-comments']!.get!;
  expect(description).toContain('Needs action_id; or subject_type and subject_id.');
});

test('every needed combination consists of fields of the call', () => {
  for (const { call, needs = [] } of handlers) {
    const path = `/api/rest${call.path.replace(/:(\w+)/g, '{$1}')}`;
    const { parameters = [], requestBody } = document.paths[path]![call.method.toLowerCase()]!;
    const bodies = Object.values(requestBody?.content ?? {});
    const inBody = bodies.flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
    const taken = [...parameters.map(({ name }) => name), ...inBody];
    for (const name of needs.flat()) expect(taken, `${call.method} ${call.path}`).toContain(name);
  }
});

test('statuses are numbers, which generators of clients can read', () => {
  const { paths } = JSON.parse(served) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  const statuses = Object.values(paths).flatMap((calls) =>
    Object.values(calls).flatMap(({ responses }) => Object.keys(responses)),
  );
  expect([...new Set(statuses)].filter((status) => !/^\d{3}$/.test(status))).toEqual([]);
  expect(statuses).toContain('429');
});

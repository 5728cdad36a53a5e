import { handlers } from '#app/domains.ts';
import { openapiDocument } from '#server/openapi.ts';

// Needs no database and no settings: the document is generated from the schemas.
process.stdout.write(
  `${JSON.stringify(openapiDocument(handlers, { title: 'Hearth' }), null, 2)}\n`,
);

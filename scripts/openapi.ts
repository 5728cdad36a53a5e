import { handlers } from '#app/handlers.ts';
import { openapiDocument } from '#server/openapi.ts';

// Needs no database and no settings: the document is made from the schemas alone.
process.stdout.write(
  `${JSON.stringify(openapiDocument(handlers, { title: 'Hearth' }), null, 2)}\n`,
);

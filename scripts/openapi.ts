import { domains, handlers } from '#app/domains.ts';
import { setDomains } from '#server/domain.ts';
import { openapiDocument } from '#server/openapi.ts';

setDomains(domains);
// Needs no database and no settings: the document is generated from the schemas.
process.stdout.write(
  `${JSON.stringify(openapiDocument(handlers, { title: 'Hearth' }), null, 2)}\n`,
);

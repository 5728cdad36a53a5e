interface Directive {
  resources: string[];
  hashes: string[];
}

/**
 * What Astro knows of the content security policy after a build (security.csp in astro.config.mjs).
 */
export interface BuiltPolicy {
  directives: string[];
  scriptDirective: Directive;
  styleDirective: Directive;
}

const sources = ({ resources, hashes }: Directive) =>
  ["'self'", ...resources, ...[...new Set(hashes)].map((hash) => `'${hash}'`)].join(' ');

/**
 * The policy of every page, with the hashes of everything that Astro writes into pages. It changes
 * with a build, not with a page.
 */
export const pagePolicy = ({ directives, scriptDirective, styleDirective }: BuiltPolicy) =>
  [
    ...directives,
    `script-src ${sources(scriptDirective)}`,
    `style-src ${sources(styleDirective)}`,
  ].join('; ');

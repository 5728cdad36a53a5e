interface Directive {
  resources: string[];
  hashes: string[];
}

/**
 * The content security policy that Astro computed during the build (security.csp in
 * astro.config.mjs).
 */
export interface BuiltPolicy {
  directives: string[];
  scriptDirective: Directive;
  styleDirective: Directive;
}

const sources = ({ resources, hashes }: Directive) =>
  ["'self'", ...resources, ...[...new Set(hashes)].map((hash) => `'${hash}'`)].join(' ');

/**
 * The policy of every page, with the hashes of everything Astro writes inline. It changes per
 * build, not per page.
 */
export const pagePolicy = ({ directives, scriptDirective, styleDirective }: BuiltPolicy) =>
  [
    ...directives,
    `script-src ${sources(scriptDirective)}`,
    `style-src ${sources(styleDirective)}`,
  ].join('; ');

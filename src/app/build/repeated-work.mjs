import { fileURLToPath } from 'node:url';
import { changedSources } from './changed-sources.mjs';

const keptParts = fileURLToPath(new URL('../kept-parts.ts', import.meta.url));
const contexts = fileURLToPath(
  new URL('../../../node_modules/@astrojs/react/dist/context.js', import.meta.url),
);

/**
 * @param {string} path below `astro/dist`
 * @param {string} from
 * @param {string} to
 */
const change = (path, from, to) => ({
  file: new RegExp(`[\\/]astro[\\/]dist[\\/]${path.replaceAll('/', '[\\/]')}\\.js`),
  from,
  to,
  isForBuild: true,
});

/** Paths that are remembered with their routes. */
const maxPaths = 1_000;

const changes = [
  // The page as text: encoded once with its other headers (astro-app.ts), and not read from a stream.
  change(
    'runtime/server/render/page',
    `    body = encoder.encode(body);
    headers.set("Content-Length", body.byteLength.toString());`,
    '    init.html = body;',
  ),
  change(
    'runtime/server/render/page',
    'return new Response(body, { ...init, headers, status, statusText });',
    'return Object.assign(new Response(body, { ...init, headers, status, statusText }), { html: init.html });',
  ),
  // The address of a built file is parsed as two URLs, some fifty times for a screen.
  change(
    'core/render/ssr-element',
    'function createAssetLink(href, base, assetsPrefix, queryParams) {',
    `const links = new Map();
function createAssetLink(href, base, assetsPrefix, queryParams) {
  if (queryParams) return toAssetLink(href, base, assetsPrefix, queryParams);
  let link = links.get(href);
  if (link === undefined) links.set(href, (link = toAssetLink(href, base, assetsPrefix)));
  return link;
}
function toAssetLink(href, base, assetsPrefix, queryParams) {`,
  ),
  // The styles and scripts of a route, and their markup.
  change(
    'core/environment/production',
    `const routeInfo = manifest.routes.find((route) => route.routeData.route === routeData.route);
    const links = /* @__PURE__ */ new Set();`,
    `const made = heads.get(routeData);
    if (made) return { links: new Set(), styles: new Set(made.styles), scripts: new Set(made.scripts) };
    const routeInfo = manifest.routes.find((route) => route.routeData.route === routeData.route);
    const links = new Set();`,
  ),
  change(
    'core/environment/production',
    'return { links, styles, scripts };',
    `heads.set(routeData, { styles: [...styles], scripts: [...scripts] });
    return { links, styles, scripts };`,
  ),
  change(
    'core/environment/production',
    'const productionEnvironment = {',
    'const heads = new WeakMap();\nconst productionEnvironment = {',
  ),
  change(
    'runtime/server/render/head',
    'const key = stablePropsKey(item.props) + item.children;',
    `let key = keys.get(item);
    if (key === undefined) keys.set(item, (key = stablePropsKey(item.props) + item.children));`,
  ),
  change(
    'runtime/server/render/head',
    '(style) => style.props.rel === "stylesheet" ? renderElement("link", style) : renderElement("style", style)',
    `(style) => {
      let markup = elements.get(style);
      if (markup === undefined)
        elements.set(style, (markup = renderElement(style.props.rel === "stylesheet" ? "link" : "style", style)));
      return markup;
    }`,
  ),
  change(
    'runtime/server/render/head',
    'function deduplicateElements(',
    'const keys = new WeakMap();\nconst elements = new WeakMap();\nfunction deduplicateElements(',
  ),
  // The route of a path: hundreds of expressions tried in turn, twice for screens of members.
  change(
    'core/routing/route-table',
    `const match = getRouteTable(manifest).router.match(pathname, { allowWithoutBase: true });
  if (match.type !== "match") return void 0;
  return match.route;`,
    `const table = getRouteTable(manifest);
  const found = (table.found ??= new Map());
  if (found.has(pathname)) return found.get(pathname);
  const match = table.router.match(pathname, { allowWithoutBase: true });
  if (match.type !== "match") return void 0;
  if (found.size >= ${maxPaths}) found.clear();
  found.set(pathname, match.route);
  return match.route;`,
  ),
  change(
    'core/routing/rewrite',
    'let foundRoute;\n  for (const route of routes) {',
    'let foundRoute = found.get(decodedPathname);\n  if (!foundRoute) for (const route of routes) {',
  ),
  change(
    'core/routing/rewrite',
    'foundRoute = route;\n      break;',
    `foundRoute = route;
      if (found.size >= ${maxPaths}) found.clear();
      found.set(decodedPathname, route);
      break;`,
  ),
  change(
    'core/routing/rewrite',
    'function findRouteToRewrite({',
    'const found = new Map();\nfunction findRouteToRewrite({',
  ),
  // The part of \`Astro\` that all components of a screen share.
  change(
    'core/fetch/fetch-state',
    'if (this.isRewriting) {\n      this.#astroPagePartial = ',
    'if (this.isRewriting && this.sharedBy !== result) {\n      this.sharedBy = result;\n      this.#astroPagePartial = ',
  ),
  // Searches for a word first, which is much faster than the expression: few components have slots.
  change(
    'runtime/server/render/component',
    'return html.replace(exp, "");',
    'return html.includes("<astro-") ? html.replace(exp, "") : html;',
  ),
  // Parts of React, at once or from before (kept-parts.ts).
  change(
    'runtime/server/render/component',
    'return renderFrameworkComponent(result, displayName, Component, props, slots).catch(',
    `const plain = drawPlain(displayName, Component, props, slots, () => incrementId(result));
  if (plain !== undefined) return markHTMLString(plain);
  return renderFrameworkComponent(result, displayName, Component, props, slots).catch(`,
  ),
  change(
    'runtime/server/render/component',
    'import { clsx } from "clsx";',
    `import { clsx } from "clsx";
import { drawPlain } from ${JSON.stringify(keptParts)};
import { incrementId } from ${JSON.stringify(contexts)};`,
  ),
  {
    file: /[\\/]@astrojs[\\/]react[\\/]dist[\\/]server\.js/,
    from: 'html = ReactDOM.renderToString(vnode, renderOptions);',
    to: `const draw = () => ReactDOM.renderToString(vnode, renderOptions);
    html = Object.keys(slots).length || newChildren != null
      ? draw()
      : drawKept(metadata?.displayName, Component, newProps, prefix, draw);`,
    isForBuild: true,
  },
  {
    file: /[\\/]@astrojs[\\/]react[\\/]dist[\\/]server\.js/,
    from: 'import React from "react";',
    to: `import React from "react";
import { drawKept } from ${JSON.stringify(keptParts)};`,
    isForBuild: true,
  },
];

/** Remembers addresses, heads and routes; Astro computes them again for each request. */
export const repeatedWork = () => changedSources('repeated-work', changes);

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { adapter } from './src/app/build/adapter.mjs';
import { bundledLibraries } from './src/app/build/bundled-libraries.mjs';
import { devServer } from './src/app/build/dev-server.mjs';
import { emojiData } from './src/app/build/emoji-data.ts';
import { iconSprite } from './src/app/build/icon-sprite.mjs';
import { inlineScriptModules, inlineScripts } from './src/app/build/inline-scripts.ts';
import { interactionIslands } from './src/app/build/interaction-islands.mjs';
import { islandMarkup } from './src/app/build/island-markup.mjs';
import { islandRuntime } from './src/app/build/island-runtime.mjs';
import { kindScreens } from './src/app/build/kind-routes.ts';
import { lazyParts } from './src/app/build/lazy-parts.mjs';
import { lazyStyles } from './src/app/build/lazy-styles.mjs';
import { pageAccess } from './src/app/build/page-access.ts';
import { partLoader } from './src/app/build/part-loader.mjs';
import { precompress } from './src/app/build/precompress.mjs';
import { repeatedWork } from './src/app/build/repeated-work.mjs';
import { serverOnly } from './src/app/build/server-only.mjs';
import { serviceWorker } from './src/app/build/service-worker.mjs';
import { themeScript } from './src/layouts/theme-script.ts';

const scriptLibraries =
  /node_modules[\\/](react|react-dom|scheduler|@astrojs[\\/]react|@nanostores[\\/]react|nanostores)[\\/]/;
const solidLibraries = /node_modules[\\/](solid-js|solid-toast|goober)[\\/]/;

/** Source shared by the islands of members. */
const sharedParts =
  /src[\\/](lib|ui|domains[\\/](live|notifications|mentions|messages|friends|posts|comments|reactions|shares))[\\/]|node_modules[\\/](ofetch|ufo|destr)[\\/]/;

/** Loaded separately when first opened: at most one screen renders them directly. */
const ownParts =
  /src[\\/].*(?:rich-text|Dialog|Popup|Panel|VirtualList|Rows?\.(?:island\.)?tsx|Combobox|PeoplePicker|people-search|field-problems|LinkCard|FileDrop|time-zones|messages[\\/](?:outbox|(?:inbox|conversation)[\\/](?:use-|Thread|Message(?:Log|Bubble|Input|Photos)|PhotoStrip)))/;

/** Shared by lazy parts and single screens; neither the feed nor a post renders them. */
const laterParts = new RegExp(
  [
    'comments/subject-calls',
    'notifications/notifications\\.rules',
    'messages/(?:conversation/(?:message-|conversation)|inbox/inbox\\.|messages\\.(?:calls|model|rules))',
    'posts/composer/(?:files\\.store|link-preview|PhotoThumb|Excluded)',
    'reactions/reaction(?:-call|s\\.calls)',
    'ui/(?:Select|Chip|Names|RelativeTime|RemoveFromPicture|Stage|arrow-keys|use-stage|use-stored-state)\\.',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
);

/** @param {string} id */
const isShared = (id) => sharedParts.test(id) && !ownParts.test(id);
/** @param {string} id */
const isLater = (id) => isShared(id) && laterParts.test(id);
/** @param {string} id */
const isEarly = (id) => isShared(id) && !laterParts.test(id);

/**
 * Name of a script of an Astro component, which Astro calls by the whole address of its module.
 * @param {string} name
 */
const shortName = (name) => name.replace(/\.astro_astro_type_script_index_\d+_lang$/, '');

const isTestBuild = process.env.HEARTH_TEST_BUILD === '1';
/** A kind of container that the delivered build does not have. */
const testKind = isTestBuild ? await import('./tests/containers/test-kind/build.ts') : undefined;

export default defineConfig({
  output: 'server',
  outDir: isTestBuild ? './dist-test' : './dist',
  trailingSlash: 'ignore',
  adapter: adapter(new URL('./src/app/entry.ts', import.meta.url)),
  // Styles as files: inlined they would be sent with each page, and their hashes with every policy
  // (3 KB a response).
  build: { inlineStylesheets: 'never' },
  integrations: [
    react({ experimentalDisableStreaming: true }),
    interactionIslands(),
    kindScreens(testKind?.routes),
    serviceWorker(),
    islandRuntime(),
    precompress(),
    devServer(),
  ],
  // No Markdown here; its highlighter would only warn about the policy.
  markdown: { syntaxHighlight: false },
  // Sessions are our own (src/domains/auth); Astro's would bake an absolute folder into the build.
  session: false,
  security: {
    // Our own check in src/server/http/origin.ts covers screens and calls, and lets native clients
    // pass.
    checkOrigin: false,
    csp: {
      // Astro hashes the scripts it writes; the two inline ones in the head, which run before the
      // first paint, are ours.
      scriptDirective: {
        hashes: [themeScript, ...Object.values(inlineScripts)].map(
          (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
        ),
      },
      // The only style element of the toast library.
      styleDirective: { hashes: ['sha256-Ttd6gJysXeOFczU6I3fJxHI4g6G5aN/++0v1zBr603A='] },
      directives: [
        "default-src 'none'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        // Third-party videos, from hosts that set no cookies before playback
        // (src/domains/media/videos/embeds.ts).
        'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
      ],
    },
  },
  vite: {
    plugins: [
      bundledLibraries(),
      islandMarkup(),
      repeatedWork(),
      serverOnly(),
      emojiData(),
      iconSprite(),
      inlineScriptModules(),
      pageAccess(fileURLToPath(new URL('./src/pages', import.meta.url)), testKind?.routes),
      testKind?.testKindLines(),
      lazyParts(),
      partLoader(),
      lazyStyles(),
    ],
    // A movable clock and fault points, compiled into test builds only.
    define: { __TEST_HOOKS__: JSON.stringify(isTestBuild) },
    // For the plugin above, which puts addresses in the place of its 1,700 icons.
    ssr: { noExternal: ['lucide'] },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // Names are in every page and in every script that imports another: seven letters of a
              // hash tell two versions of one file apart.
              entryFileNames: ({ name }) => `_astro/${shortName(name)}.[hash:7].js`,
              chunkFileNames: '_astro/[name].[hash:7].js',
              assetFileNames: '_astro/[name].[hash:7][extname]',
              codeSplitting: {
                groups: [
                  { name: 'react', test: scriptLibraries },
                  { name: 'solid', test: solidLibraries },
                  // Visitors need it too, but nothing else of the above.
                  {
                    name: 'toast',
                    test: /src[\\/](?:ui[\\/](?:toast|load-part)|worker[\\/](?:client|cache-names)|lib[\\/]session-end)\.ts$/,
                  },
                  // Only screens with long lists virtualize them.
                  { name: 'lists', test: /node_modules[\\/]@tanstack[\\/]/ },
                  // One request instead of twenty.
                  { name: 'members', test: isEarly, minShareCount: 2 },
                  { name: 'later', test: isLater, minShareCount: 2 },
                ],
              },
            },
          },
        },
      },
    },
  },
});

// The boundaries of docs/architecture.md. Every rule has a name and its reason; tools/boundaries.test.ts shows each one refusing.

// Tests, and what only they use: kit/test, e2e, the gallery of the kit's pieces, and the test-….ts beside an app.
const tests = ['\\.test\\.ts$', '^kit/test/', '^e2e/', '^apps/gallery/', '^apps/[^/]+/test-[^/]+\\.ts$']
const domain = '\\.domain\\.ts$'
const shape = '\\.(contract|domain)\\.ts$'
const web = '\\.web\\.tsx?$|^kit/web/|^apps/web/'
// What a module shows in a demonstration.
const demo = '^modules/[^/]+/demo[a-z-]*\\.server\\.ts$'
const server = '\\.(server|queries)\\.ts$|^kit/server/|^apps/server/'
const packages = (...names) => `(^|/)node_modules/(${names.join('|').replaceAll('.', '\\.')})/`

/** Packages without input, output, clock or state: the only ones that domain code may use. */
const pure = packages(
  'decimal.js',
  'libphonenumber-js',
  'any-ascii',
  'iso-3166',
  'ibantools',
  'clabe-validator',
)

const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'domain-is-pure',
      'Rules about money are tested without a database or a browser: a *.domain.ts imports only *.domain.ts and the pure packages named in .dependency-cruiser.mjs. Move what needs more to *.server.ts.',
      { path: `${domain}|^kit/domain/`, pathNot: tests },
      { pathNot: [domain, pure] },
    ),
    forbid(
      'contract-is-shape',
      'Server and browser both load a contract: a *.contract.ts imports only contracts, domain and zod.',
      { path: '\\.contract\\.ts$|^kit/contract/', pathNot: tests },
      { pathNot: [shape, packages('zod')] },
    ),
    forbid(
      'web-never-sees-server',
      'What the browser loads is public: a screen reaches the server through its contract alone.',
      { path: web, pathNot: tests },
      { path: `${server}|^db/` },
    ),
    forbid(
      'server-never-sees-web',
      'The server runs without a browser: what both need belongs in *.domain.ts or *.contract.ts.',
      { path: server, pathNot: tests },
      { path: web },
    ),
    forbid(
      'modules-by-the-front-door',
      "A module can change its inside only while nobody leans on it: import another module's public.server.ts or public.web.tsx, its *.contract.ts or its *.domain.ts.",
      { path: '^modules/([^/]+)/', pathNot: tests },
      {
        path: '^modules/[^/]+/',
        pathNot: ['^modules/$1/', shape, demo, '^modules/[^/]+/public\\.(server\\.ts|web\\.tsx?)$'],
      },
    ),
    forbid(
      'apps-compose-manifests',
      'Composition knows modules, not their parts: apps import module.*, public.*, demo.*, *.contract.ts and *.domain.ts of a module.',
      { path: '^apps/', pathNot: tests },
      {
        path: '^modules/',
        pathNot: [shape, demo, '^modules/[^/]+/(module|public)\\.(server\\.ts|web\\.tsx?)$'],
      },
    ),
    forbid(
      'demo-for-demos',
      'A demonstration is made by the product and never part of it: only apps and other demonstrations import a demo*.server.ts.',
      { path: '^(kit|modules)/', pathNot: [demo, ...tests] },
      { path: demo },
    ),
    forbid(
      'queries-behind-handlers',
      'SQL is reached through the handler that guards it: only *.server.ts, *.queries.ts and tests import *.queries.ts.',
      { pathNot: ['\\.(server|queries)\\.ts$', ...tests] },
      { path: '\\.queries\\.ts$' },
    ),
    forbid(
      'kit-knows-no-product',
      'The kit has no business word in it: what a module needs it passes in.',
      { path: '^kit/', pathNot: tests },
      { path: '^(modules|apps)/' },
    ),
    forbid(
      'product-without-tests',
      'What runs in production leaves the tests behind: move shared code out of kit/test, e2e, apps/gallery, *.test.ts and test-*.ts.',
      { path: '^(kit|modules|apps)/', pathNot: tests },
      { path: tests },
    ),
    forbid(
      'product-without-dev-packages',
      '`npm ci --omit=dev` must be able to start the server: move the package to dependencies (types alone may stay).',
      { path: '^(kit|modules|apps)/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'no-cycles',
      'A cycle cannot be read or started from either end: move what both need below both, or declare a hook.',
      {},
      { circular: true },
    ),
    forbid(
      'everything-resolves',
      'An import that cannot be followed escapes every rule above: correct the path, or the package.',
      {},
      { couldNotResolve: true },
    ),
  ],
  options: {
    // TypeScript 7 has no API to parse with; with swc and without tsPreCompilationDeps type imports are still seen.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}

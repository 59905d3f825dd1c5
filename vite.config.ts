import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// The API server of `npm start`, for `vite` on its own while screens are being made.
const server = `http://localhost:${process.env.AGIO_PORT ?? 4000}`

// What every screen needs goes into few files, for many small ones compress badly: packages, which change only with
// themselves, and the kit's own. Text fields and what asks the server come when they are needed.
const mantine = '@mantine/core/esm/'
const files = {
  base: [
    'react',
    'react-dom',
    'scheduler',
    'i18next',
    'react-i18next',
    'clsx',
    '@tanstack/(history|router-core|react-router|store)',
    '@tabler/icons-react/dist/esm/createReactComponent',
    '@tabler/icons-react/dist/esm/defaultAttributes',
    `${mantine}core`,
    `${mantine}components/(ActionIcon|Button|CloseButton|Loader|Text|Title|Transition|UnstyledButton)`,
  ],
  query: ['@tanstack/(query-core|react-query)'],
  inputs: [`${mantine}components/(Input|InputBase|NativeSelect|PasswordInput|TextInput)`],
}
const kit = 'answers|api|brand|client|crumbs|dialogs|failures|focus|i18n|layout|parts|session|snackbars|store'
const groups = [
  ...Object.entries(files).map(([name, parts]) => ({
    name,
    test: new RegExp(`node_modules/(${parts.join('|')})[./]`),
  })),
  { name: 'kit', test: new RegExp(`/kit/web/(${kit})[.]`) },
]

export default defineConfig({
  root: 'apps/web',
  plugins: [contractsAsData(), react(), offlineWorker(), compressedCopies()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': { target: server, ws: true } }, fs: { allow: ['../..'] } },
})

/**
 * In the built application a screen that imports a contract gets its endpoints as plain data, without the shapes: to make a
 * call it needs the path, not zod. Only forms import shapes, by their own names, and those imports stay as they are.
 */
function contractsAsData(): Plugin {
  const contracts = /import\s*\{([^}]*)\}\s*from\s*'([^']+\.contract\.ts)'/g
  return {
    name: 'contracts-as-data',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!/(\.web|apps\/web\/[^/]+)\.tsx?$/.test(id) || !code.includes('.contract.ts')) return null
      let result = code
      for (const [statement, names = '', path = ''] of code.matchAll(contracts)) {
        const file = path.startsWith('#')
          ? fileURLToPath(new URL(path.slice(1), import.meta.url))
          : fileURLToPath(new URL(path, pathToFileURL(id)))
        const values = (await import(pathToFileURL(file).href)) as Record<string, unknown>
        const wanted = names
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part && !part.startsWith('type '))
          .map((part) => ({
            part,
            name: part.split(' as ')[0] ?? part,
            local: part.split(' as ').at(-1) ?? part,
          }))
        const rest = wanted.filter(({ name }) => !isData(values[name]))
        const lines = wanted
          .filter((one) => !rest.includes(one))
          .map(({ name, local }) => `const ${local} = ${JSON.stringify(values[name], withoutShapes)};`)
        if (rest.length > 0)
          lines.unshift(`import { ${rest.map(({ part }) => part).join(', ')} } from '${path}';`)
        result = result.replace(statement, lines.join(' '))
      }
      return { code: result, map: null }
    },
  }
}

/** What the shell says, beside its own words. */
const shellTexts = /(^|\/(kit|modules|access|notifications)\/)locales\//
/** Letters of the languages that it speaks and the font has. */
const shellFonts = /inter-(latin|vietnamese)-wght/

/**
 * Adds the service worker, and tells it what to keep: the page and all that shell and sign-in are made of. Screens, and what modules
 * lend to them, are left out, so that the list does not grow with the product; the browser keeps those it has seen by their hashed names.
 */
function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: `${import.meta.dirname}/apps/web/sw.ts`, fileName: 'sw.js' })
    },
    writeBundle({ dir = '' }, bundle) {
      const screens = new Set(
        [...this.getModuleIds()]
          .filter((id) => /\/module\.web\.tsx$|\/(?!access|notifications)[\w-]+\/public\.web\.tsx$/.test(id))
          .flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
          .filter((id) => !id.includes('/sign-in/')),
      )
      const kept = new Set<string>()
      const keep = (name: string) => {
        const file = bundle[name]
        if (file?.type !== 'chunk' || kept.has(name) || screens.has(file.facadeModuleId ?? '')) return
        kept.add(name)
        for (const style of file.viteMetadata?.importedCss ?? []) kept.add(style)
        for (const other of [...file.imports, ...file.dynamicImports]) keep(other)
      }
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.isEntry && file.fileName !== 'sw.js') keep(file.fileName)
        if (file.type === 'asset' && file.originalFileNames.some((name) => shellTexts.test(name)))
          kept.add(file.fileName)
        if (shellFonts.test(file.fileName)) kept.add(file.fileName)
      }
      const page = readFileSync(join(dir, 'index.html'))
      const list = [
        { url: '/index.html', revision: createHash('sha256').update(page).digest('hex') },
        ...[...kept].toSorted().map((name) => ({ url: `/${name}`, revision: null })),
      ]
      const worker = join(dir, 'sw.js')
      writeFileSync(worker, readFileSync(worker, 'utf8').replace('self.shellFiles', JSON.stringify(list)))
    },
  }
}

/**
 * Lays compressed copies beside what is built, for the server to send: browsers take Brotli on secure origins only. At this
 * quality both cost a fifth of a second, and the best one four.
 */
function compressedCopies(): Plugin {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
  return {
    name: 'compressed-copies',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((one) => /^assets\/.*\.(js|css|json)$/.test(one))) {
        const file = join(dir, name)
        const content = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
        writeFileSync(`${file}.gz`, gzipSync(content))
      }
    },
  }
}

/** An endpoint of a contract travels without its shapes; `columns` and the rest are plain already. */
const withoutShapes = (key: string, value: unknown) =>
  key === 'input' || key === 'output' ? undefined : value

/** Whether a value is the same after a journey as text, shapes of endpoints aside: no function, no zod. */
function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function'
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false
  return Object.entries(value).every(([key, one]) => key === 'input' || key === 'output' || isData(one))
}

import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// The API server of `npm start`, for `vite` on its own while screens are being made.
const server = `http://localhost:${process.env.AGIO_PORT ?? 4000}`

// Packages that every screen needs go into one file, text fields into another; both change only with the packages.
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
    `${mantine}core`,
    `${mantine}components/(ActionIcon|Button|CloseButton|Loader|Text|Title|Transition|UnstyledButton)`,
  ],
  inputs: [`${mantine}components/(Input|InputBase|NativeSelect|PasswordInput|TextInput)`],
}
const groups = Object.entries(files).map(([name, parts]) => ({
  name,
  test: new RegExp(`node_modules/(${parts.join('|')})/`),
}))

export default defineConfig({
  root: 'apps/web',
  plugins: [contractsAsData(), react()],
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

/** An endpoint of a contract travels without its shapes; `columns` and the rest are plain already. */
const withoutShapes = (key: string, value: unknown) =>
  key === 'input' || key === 'output' ? undefined : value

/** Whether a value is the same after a journey as text, shapes of endpoints aside: no function, no zod. */
function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function'
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false
  return Object.entries(value).every(([key, one]) => key === 'input' || key === 'output' || isData(one))
}

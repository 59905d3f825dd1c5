import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

/** Builds the table's gallery and serves it: a page of its own that is no part of the product. */
export async function openGallery() {
  const outDir = mkdtempSync(join(tmpdir(), 'agio-gallery-'))
  const shared = { configFile: false as const, root: import.meta.dirname, logLevel: 'error' as const }
  await build({ ...shared, plugins: [react()], build: { outDir, emptyOutDir: true, target: 'es2023' } })
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async close() {
      await server.close()
      rmSync(outDir, { recursive: true })
    },
  }
}

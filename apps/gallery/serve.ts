import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, createServer, type InlineConfig, type Plugin, preview } from 'vite'

const shared: InlineConfig = {
  configFile: false,
  root: import.meta.dirname,
  logLevel: 'error',
  plugins: [react(), answers()],
}

const outDir = join(import.meta.dirname, '../../dist/gallery')

/** Serves the gallery as it is built, as the journeys want it: `npm run gallery` serves it while it is being changed. */
export async function openGallery() {
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() }
}

/** The calls that the pieces make: names by text and page, and one that waits until another lets it go. */
function answers(): Plugin {
  const held: ServerResponse[] = []
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://gallery')
    const say = (to: ServerResponse, body: unknown) =>
      to.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (pathname === '/hold') return void held.push(response)
    if (pathname === '/release') return [...held.splice(0), response].forEach((one) => say(one, {}))
    const text = searchParams.get('text')?.toLowerCase() ?? ''
    const [pageNum, pageSize] = [Number(searchParams.get('pageNum')), Number(searchParams.get('pageSize'))]
    const found = people.filter(({ name }) => name.toLowerCase().includes(text))
    const items = found.slice((pageNum - 1) * pageSize, pageNum * pageSize)
    const totalItems = found.length
    const pagination = { totalItems, totalPages: Math.ceil(totalItems / pageSize), pageSize, pageNum }
    say(response, { items, pagination })
  }
  const mount = (server: { middlewares: { use: (path: string, act: typeof answer) => void } }) => {
    server.middlewares.use('/api/gallery', answer)
  }
  return { name: 'gallery-answers', configureServer: mount, configurePreviewServer: mount }
}

const given = ['Tan', 'Lim', 'Wong', 'Ng', 'Ong', 'Goh', 'Chua', 'Teo', 'Yeo', 'Ho', 'Sim', 'Koh', 'Lee']
const own = ['Wei Ming', 'Li Na', 'Aisyah', 'Xiu Ying', 'Boon Kiat', 'Kumar', 'Mei Ling', 'Jia Hui', 'Ah Kow']
/** 234 invented names, each once. */
const people = given
  .flatMap((family) => own.flatMap((name) => [`${family} ${name}`, `${name} ${family}`]))
  .map((name, at) => ({ id: `p${at}`, name }))

if (import.meta.main && process.argv[2] === 'build')
  await build({ ...shared, build: { outDir, emptyOutDir: true, target: 'es2023' } })
else if (import.meta.main) {
  const server = await createServer({ ...shared, logLevel: 'info', server: { fs: { allow: ['../..'] } } })
  await server.listen()
  server.printUrls()
}

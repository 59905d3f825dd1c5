import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateApi } from 'swagger-typescript-api'
import { modules } from './modules.ts'
import { root } from './openapi/contracts.ts'
import { openApiOf, readOperations } from './openapi/document.ts'

const run = promisify(execFile)

/** Makes a client from the published document, by a program that knows nothing of us, as `client.ts` in a folder made anew. */
export async function generateClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const document = openApiOf(await readOperations(modules.flatMap(({ routers }) => routers)))
  await generateApi({
    spec: JSON.parse(JSON.stringify(document)) as never,
    output: folder,
    fileName: 'client.ts',
    moduleNameFirstTag: true,
    unwrapResponseData: true,
    silent: true,
  })
  // The generator switches the compiler off for its file; nothing of that here.
  const generated = join(folder, 'client.ts')
  writeFileSync(generated, readFileSync(generated, 'utf8').replace('// @ts-nocheck', ''))
}

/** Compiles `program.ts` beside the client strictly; answers what the compiler says of it, nothing where it is right. */
export async function compile(folder: string, program: string): Promise<string> {
  writeFileSync(join(folder, 'program.ts'), program)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'esnext',
        module: 'esnext',
        moduleResolution: 'bundler',
        lib: ['esnext', 'dom', 'dom.iterable'],
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
        strict: true,
        noUncheckedIndexedAccess: true,
      },
      files: ['program.ts'],
    }),
  )
  const compiler = join(root, 'node_modules/.bin/tsc')
  return run(compiler, ['--project', folder], { cwd: root }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ApiWords } from '#kit/server/module.server.ts'
import { root, sourceFiles } from './contracts.ts'
import { ofNoModule } from './descriptions.ts'

const ofModules = await Promise.all(
  sourceFiles('modules/*/openapi.server.ts').map(async (file) => {
    const { words } = (await import(pathToFileURL(join(root, file)).href)) as { words: ApiWords }
    return words
  }),
)

const all = <P extends keyof ApiWords>(part: P) =>
  Object.assign({}, ...[ofNoModule, ...ofModules].map((one) => one[part])) as NonNullable<ApiWords[P]>

/** What the modules say of their calls, each in its `openapi.server.ts`, and what belongs to none of them. */
export const words: Required<ApiWords> = {
  nouns: all('nouns'),
  operations: all('operations'),
  resources: all('resources'),
  reads: all('reads'),
  descriptions: all('descriptions'),
}

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '#kit/contract/endpoint.contract.ts'
import type { RefusalKind } from '#kit/domain/refusal.domain.ts'
import type { ApiRefusals } from '#kit/server/module.server.ts'
import { root, sourceFiles } from './contracts.ts'

/** A refusal that an act can end in, and what sort of 'no' it is. */
export interface Possible {
  code: string
  kind: RefusalKind
}

/** Codes that are always the same sort of 'no'; any other is one of the business, unless its declaration says another. */
const kinds: Readonly<Record<string, RefusalKind>> = {
  NOT_FOUND: 'notFound',
  STALE_VERSION: 'conflict',
  ILLEGAL_TRANSITION: 'conflict',
  DUPLICATE: 'conflict',
  FORBIDDEN: 'forbidden',
  INVALID: 'invalid',
  SESSION_EXPIRED: 'unauthenticated',
  STEP_UP_REQUIRED: 'forbidden',
  TOO_MANY: 'tooMany',
}

const ofModules = await Promise.all(
  sourceFiles('modules/*/refusals.server.ts').map(
    async (file) =>
      ((await import(pathToFileURL(join(root, file)).href)) as { refusals: ApiRefusals }).refusals,
  ),
)

/** What the modules declare: the codes of a call by `contract.entry`, those of all calls of a contract by `contract.*`. */
export const declaredRefusals: ApiRefusals = Object.assign({}, ...ofModules) as ApiRefusals

/** What a call that declares nothing refuses with: a row that is not there, or has changed. */
const plainOf = ({ input }: Endpoint) =>
  'version' in input.shape ? 'NOT_FOUND STALE_VERSION' : 'id' in input.shape ? 'NOT_FOUND' : ''

/** The refusals that a handler declares; the tests' own server throws where one answers another. */
export function possibleRefusals(contract: string, entry: string, endpoint: Endpoint): Possible[] {
  // What is read page by page refuses as a page of it does.
  const first = entry === 'export' ? declaredRefusals[`${contract}.list`] : undefined
  const own = declaredRefusals[`${contract}.${entry}`] ?? first ?? plainOf(endpoint)
  return readCodes(`${declaredRefusals[`${contract}.*`] ?? ''} ${own}`)
}

/** The codes of a declaration: words, each with its sort of 'no' after a colon where it is not the usual one. */
export const readCodes = (declared: string): Possible[] =>
  declared
    .split(/\s+/)
    .filter(Boolean)
    .toSorted()
    .map((word) => {
      const [code = '', kind = kinds[code] ?? 'business'] = word.split(':')
      return { code, kind: kind as RefusalKind }
    })

import { type Language, languages } from '#kit/server/texts.server.ts'
import { modules } from '../modules.ts'
import { openApiOf, readOperations, refusalTexts } from './document.ts'

/** What is served, as it goes over the wire. */
export type Served = Record<'json' | 'refusals', string>

/** Makes the document in every language, in a thread of `inThread`. */
export async function* run(): AsyncGenerator<Record<Language, Served>> {
  const described = await readOperations(modules.flatMap(({ routers }) => routers))
  yield Object.fromEntries(
    languages.map((language) => [
      language,
      {
        json: JSON.stringify(openApiOf(described, language)),
        refusals: JSON.stringify(refusalTexts(described, language)),
      },
    ]),
  ) as Record<Language, Served>
}

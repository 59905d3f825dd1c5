import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '#kit/server/texts.server.ts'
import { root, sourceFiles } from './contracts.ts'
import { placeOf, rules } from './summaries.ts'
import { words } from './words.ts'

type Acts = Record<string, Record<string, string>>
interface Catalogue {
  audit?: { acts?: Acts }
}

/** The words of the audit for every act, in each language: what a change is called there it is called in the document. */
export function readActs(): Record<Language, ReadonlyMap<string, string>> {
  const of = (language: Language) => {
    const found = new Map<string, string>()
    for (const file of sourceFiles(`modules/*/locales/${language}.json`)) {
      const { audit } = JSON.parse(readFileSync(join(root, file), 'utf8')) as Catalogue
      for (const [group, names] of Object.entries(audit?.acts ?? {}))
        for (const [name, said] of Object.entries(names)) found.set(`${group}.${name}`, said)
    }
    return found
  }
  return Object.fromEntries(languages.map((language) => [language, of(language)])) as Record<
    Language,
    Map<string, string>
  >
}

interface Named {
  id: string
  contract: string
  entry: string
  endpoint: { act: string; writes: boolean }
}

/** What an operation does in a few words; undefined where nobody has said it. */
export function summaryOf(
  { id, contract, entry, endpoint }: Named,
  language: Language,
  acts: ReturnType<typeof readActs>,
): string | undefined {
  if (endpoint.writes) return acts[language].get(endpoint.act)
  const place = placeOf[language]
  const said = words.reads[id]
  if (said) return said[place]
  const [one, ...many] = words.resources[contract] ?? []
  if (one === undefined) return undefined
  return rules[entry]?.[place]
    .replace('{one}', place === 0 ? one : (many[place] ?? ''))
    .replace('{many}', many[place] ?? '')
}

/**
 * The finished document with each of its descriptions told anew. It is the English one that is translated, and not each part
 * while it is made, so that nothing is left out and the parts that operations share are the same in every language.
 */
export function mapDescriptions<T>(value: T, tell: (said: string) => string): T {
  if (Array.isArray(value)) return value.map((one: unknown) => mapDescriptions(one, tell)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]: [string, unknown]) => {
    // An example and the columns of a list may have a `description` too, which is data.
    if (key === 'example' || key.startsWith('x-')) return [key, part]
    return [key, key === 'description' && typeof part === 'string' ? tell(part) : mapDescriptions(part, tell)]
  })
  return Object.fromEntries(entries) as T
}

/** A sentence of the document in a language; in English where nobody has translated it. */
export function descriptionIn(language: Language, said: string): string {
  const place = placeOf[language]
  return place === 0 ? said : (words.descriptions[said]?.[place - 1] ?? said)
}

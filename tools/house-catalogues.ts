import type { Tree } from './tree.ts'

export const languages = ['zh_Hant', 'zh_Hans', 'vi'] as const

/** Words that are the same in every language; words in capitals and digits (ISO codes) need no entry. */
const sameEverywhere = new Set([
  'Agio',
  'Beancount',
  'hledger',
  'Email',
  'Excel',
  'Visa',
  'Mastercard',
  'English',
  'Tiếng',
  'Việt',
  'v',
  'x',
  'ms',
  'kg',
])

/** Every folder of texts has the four languages, with the same keys and placeholders, all filled and translated. */
export function catalogues(tree: Tree): string[] {
  const found = tree.files.flatMap(
    (path) => /^(.*\blocales(?:\/server)?)\/[^/]+\.json$/.exec(path)?.[1] ?? [],
  )
  const folders = [...new Set(found)]
  const each = folders.flatMap((folder) => {
    const missing = ['en', ...languages]
      .map((language) => `${folder}/${language}.json`)
      .filter((path) => !tree.files.includes(path))
    if (missing.length > 0) return missing.map((path) => `${path}: missing. Each text is in four languages.`)
    const broken = ['en', ...languages]
      .map((language) => `${folder}/${language}.json`)
      .filter((path) => !parses(tree.text(path)))
    if (broken.length > 0) return broken.map((path) => `${path}: not JSON. Mend it.`)
    const english = texts(tree, `${folder}/en.json`)
    return [
      ...empty(`${folder}/en.json`, english),
      ...languages.flatMap((language) =>
        compare(`${folder}/${language}.json`, english, texts(tree, `${folder}/${language}.json`)),
      ),
    ]
  })
  return [...each, ...saidTwice(tree, folders)]
}

/** What the server says is one catalogue, whoever's folder it lies in: of two texts for one key only one would be read. */
function saidTwice(tree: Tree, folders: readonly string[]): string[] {
  const first = new Map<string, string>()
  return folders
    .map((folder) => `${folder}/en.json`)
    .filter((path) => path.endsWith('locales/server/en.json') && parses(tree.text(path)))
    .flatMap((path) =>
      [...texts(tree, path).keys()].flatMap((key) => {
        const other = first.get(key)
        first.set(key, other ?? path)
        return other === undefined ? [] : [`${path}: ${key} is in ${other} too. Leave one of them.`]
      }),
    )
}

export type Texts = Map<string, string>

function compare(path: string, english: Texts, other: Texts): string[] {
  const [ours, theirs] = [byMeaning(english), byMeaning(other)]
  const lacks = [...ours.keys()]
    .filter((key) => !theirs.has(key))
    .map((key) => `${path}: no text for ${key}. Translate it.`)
  const extra = [...theirs.keys()]
    .filter((key) => !ours.has(key))
    .map((key) => `${path}: ${key} is not in English. Delete it, or add it.`)
  const holes = [...ours].flatMap(([key, holesOfOurs]) => {
    const holesOfTheirs = theirs.get(key) ?? holesOfOurs
    return holesOfTheirs === holesOfOurs
      ? []
      : [
          `${path}: ${key} has placeholders ${holesOfTheirs || '(none)'} and English ${holesOfOurs || '(none)'}. Make them the same.`,
        ]
  })
  const same = [...other]
    .filter(([key, text]) => text === english.get(key) && needsTranslation(text))
    .map(
      ([key]) => `${path}: ${key} is English. Translate it, or name the word in tools/house-catalogues.ts.`,
    )
  return [...lacks, ...extra, ...holes, ...empty(path, other), ...same]
}

const empty = (path: string, all: Texts) =>
  [...all]
    .filter(([, text]) => text.trim() === '')
    .map(([key]) => `${path}: ${key} is empty. Write the text.`)

/** Placeholders by key, the plural forms of a key taken together: languages differ in how many they have. */
function byMeaning(all: Texts): Map<string, string> {
  const holes = new Map<string, Set<string>>()
  for (const [key, text] of all) {
    const meaning = key.replace(/_(zero|one|two|few|many|other)$/, '')
    const names = [...text.matchAll(/\{\{\s*-?\s*(\w+)/g)].map((match) => match[1] ?? '')
    holes.set(meaning, new Set([...(holes.get(meaning) ?? []), ...names]))
  }
  return new Map([...holes].map(([key, names]) => [key, [...names].toSorted().join(', ')]))
}

const needsTranslation = (text: string) =>
  text
    .replaceAll(/\{\{.*?\}\}/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => /[a-z]/.test(word) && !sameEverywhere.has(word))

const texts = (tree: Tree, path: string): Texts => flat(tree.text(path))

/** The texts of a catalogue by their whole keys. */
export function flat(json: string): Texts {
  const all: Texts = new Map()
  const collect = (part: object, prefix: string) => {
    for (const [key, value] of Object.entries(part) as [string, unknown][])
      if (typeof value === 'object' && value !== null) collect(value, `${prefix}${key}.`)
      else all.set(prefix + key, typeof value === 'string' ? value : '')
  }
  collect(JSON.parse(json) as object, '')
  return all
}

export function parses(json: string): boolean {
  try {
    return typeof JSON.parse(json) === 'object'
  } catch {
    return false
  }
}

import { iso31661 } from 'iso-3166'
import { furtherNames, otherAuthorities, sharedNames } from './country-names.domain.ts'
import { icaoCodes } from './icao.domain.ts'

/** Why a text names no one country. */
export type NoCountry = 'SHARED' | 'UNKNOWN' | keyof typeof otherAuthorities

/** A country by its alpha-2 code, or why there is none; `among` are the codes that a shared name may mean. */
export type CountryReading = { code: string } | { no: NoCountry; among: readonly string[] }

/** ISO 3166-1, and Kosovo by the codes that are in use. */
export const everyCountry: readonly { alpha2: string; alpha3: string; numeric: string; name: string }[] = [
  ...iso31661,
  { alpha2: 'XK', alpha3: 'XKX', numeric: '383', name: 'Kosovo' },
]

// The languages of the product, of its neighbours and of many papers.
const tags =
  'en zh-Hans zh-Hant zh-Hant-HK ms id vi th ja ko fil ta hi bn ur ar fa tr ru uk fr de es pt it nl pl ne my km lo si yue'.split(
    ' ',
  )

const alike: Record<string, string> = {
  st: 'saint',
  ste: 'saint',
  rep: 'republic',
  dem: 'democratic',
  fed: 'federal',
  sts: 'states',
  people: 'peoples',
  is: 'islands',
  isl: 'islands',
  island: 'islands',
}
const silent = new Set(['the', 'of', 'and', 'region'])
/** The form of a state, which most names stand for with it and without. */
const forms = new Set(
  `republic republik kingdom kerajaan negara state states commonwealth sultanate emirate principality duchy grand union federation
  federal federative democratic peoples islamic socialist arab united plurinational bolivarian cooperative co operative
  independent sovereign islands`.split(/\s+/),
)
/** Those that the form of the state tells from another one. */
const byForm = new Set(['CN', 'TW', 'KP', 'KR', 'CD', 'CG', 'DM', 'DO', 'AE', 'US', 'GB', 'VG', 'VI'])

// Letters that Unicode does not divide into a plain one and its mark.
const plainLetters: Record<string, string> = { ı: 'i', đ: 'd', ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe' }
// Traditional signs of names of countries, each before its simplified one: many write a name of one place in the signs of another.
const simple = new Map(
  `爾尔聯联長长國国達达亞亚極极屬属薩萨奧奥魯鲁茲兹蘭兰島岛維维時时納纳貝贝寧宁聖圣萊莱區区馬马韋韦羅罗剛刚庫库麥麦倫伦
  誕诞愛爱濟济岡冈幾几內内臘腊喬乔關关紹绍別别領领澤泽買买約约鮮鲜韓韩開开撾挝盧卢脫脱頓顿緬缅門门來来諾诺紐纽賓宾凱凯
  勞劳蘇苏揚扬敘叙東东湯汤圖图灣湾烏乌嶼屿贊赞臺台義义華华會会靈灵賽赛與与連连葉叶獅狮瑪玛齊齐羣群蓋盖賴赖鮑鲍陸陆龍龙
  莊庄無无難难詳详際际貫贯夢梦衛卫專专帶带師师黃黄滿满廣广橋桥礦矿萬万`
    .replaceAll(/\s/g, '')
    .match(/../gu)
    ?.map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
)
const lower = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Script=Han}/gu, (sign) => simple.get(sign) ?? sign)
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F\u00AD\u200B-\u200F\u2060\uFEFF]/g, '')
    .replaceAll(/[ıđłøßæœ]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/['’‘`ʼ]/g, '')
    .replaceAll(/\b(?:\p{L}\.\s?)+\p{L}\b\.?/gu, (letters) => letters.replaceAll(/[.\s]/g, ''))
/** A part that is *and* alone is the code of Andorra beside another, `AND / USA`. */
const wordsOf = (text: string) =>
  lower(text)
    .replaceAll(/(^|[/,;])\s*and\s*(?=$|[/,;])/g, '$1 andorra ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word && !silent.has(word))
    .map((word) => alike[word] ?? word)
/** A long word said twice counts once; a short one twice may be two codes, and is no name. */
const setOf = (words: readonly string[]) =>
  words
    .filter((word, at) => word.length <= 3 || words.indexOf(word) === at)
    .toSorted()
    .join(' ')
/** The words in no order, `Iran (Islamic Republic of)`; and in their order without spaces, `Viet Nam`. */
const keysOf = (text: string) => {
  const words = wordsOf(text)
  return [setOf(words), `=${words.join('')}`]
}
const plain = (text: string) => text.normalize('NFC').trim()

/** Every country's code and name in a language. */
function namesIn(tag: string): [code: string, name: string][] {
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' })
  return everyCountry.flatMap(({ alpha2 }) => {
    const name = names.of(alpha2)
    return name === undefined ? [] : [[alpha2, name]]
  })
}

interface Tables {
  /** Names as `Intl` spells them: Vietnamese `Áo` is not the code AO. */
  spelt: Map<string, string>
  codes: Map<string, string>
  names: Map<string, string>
  none: Map<string, CountryReading>
}
let tables: Tables | undefined

/** Made when first asked for: some thousand names. */
function makeTables(): Tables {
  const made: Tables = { spelt: new Map(), codes: new Map(), names: new Map(), none: new Map() }
  for (const { alpha2, alpha3, numeric } of everyCountry)
    for (const code of alpha2 === 'XK' ? [alpha2, alpha3] : [alpha2, alpha3, numeric])
      made.codes.set(code, alpha2)
  for (const [code, alpha3] of Object.entries(icaoCodes)) made.codes.set(code, made.codes.get(alpha3) ?? '')
  for (const [no, names] of Object.entries(otherAuthorities))
    note(made, names, { no: no as NoCountry, among: [] })
  for (const [names, among] of Object.entries(sharedNames))
    note(made, names, { no: 'SHARED', among: among.split(' ') })
  const add = (code: string, name: string) => {
    if (/[^ -~]/.test(name)) made.spelt.set(plain(name), code)
    // `Island` is Iceland in German, and a word of many names.
    if (forms.has(wordsOf(name).join(' '))) return
    for (const key of keysOf(name)) if (key.length > 1 && !made.names.has(key)) made.names.set(key, code)
  }
  for (const [code, names] of Object.entries(furtherNames))
    for (const name of names.split(';')) add(code, name)
  for (const { alpha2, name } of everyCountry) add(alpha2, name)
  for (const tag of tags)
    for (const [code, name] of namesIn(tag)) {
      made.spelt.set(plain(name), code)
      add(code, name)
    }
  return made
}

function note({ none }: Tables, names: string, reading: CountryReading): void {
  for (const name of names.split(';')) for (const key of keysOf(name)) none.set(key, reading)
}

const unknown: CountryReading = { no: 'UNKNOWN', among: [] }
const known = new Map<string, CountryReading>()

/**
 * The country that a text names: a code of ISO 3166 or ICAO 9303, or a name in the languages of the product and many others, official,
 * short, former or of a citizen. A name that several countries share, and a code of no country, are said and not guessed.
 */
export function readCountryText(text: string): CountryReading {
  const kept = known.get(text)
  if (kept) return kept
  if (known.size > 10_000) known.clear()
  const reading = readSeveral(text) ?? readWhole(plain(text)) ?? readParts(text) ?? unknown
  known.set(text, reading)
  return reading
}

/** The alpha-2 code of the country that a text names; undefined where it names no country, several, or nothing known. */
export function readCountry(text: string): string | undefined {
  const reading = readCountryText(text)
  return 'code' in reading ? reading.code : undefined
}

/** Codes of several countries side by side, `AND / ISL`, name none of them, though one may be a word without weight in names. */
function readSeveral(text: string): CountryReading | undefined {
  tables ??= makeTables()
  const { codes } = tables
  const found = new Set(text.split(/[/,;]/).map((one) => codes.get(one.trim().toUpperCase())))
  return found.size > 1 && !found.has(undefined) ? unknown : undefined
}

function readWhole(text: string): CountryReading | undefined {
  tables ??= makeTables()
  const { spelt, codes, names, none } = tables
  const points = pointed[text.toLowerCase().replaceAll(/\s|\.$/g, '')]
  if (points) return points
  const keys = keysOf(text)
  const byName = keys.flatMap((key) => names.get(key) ?? [])[0]
  const code = codes.get(text.replaceAll(/[<\s.]/g, '').toUpperCase())
  const own = spelt.get(text) ?? code
  // `My` may be Malaysia's code, or the United States in Vietnamese without the mark.
  if (own !== undefined && own === code && isWord(text) && byName !== undefined && byName !== code)
    return { no: 'SHARED', among: [byName, own] }
  if (code !== undefined && own === code) return { code }
  const said = keys.flatMap((key) => none.get(key) ?? [])[0]
  if (said) return said
  const found = own ?? byName
  return found === undefined ? withoutForm(text, names) : { code: found }
}

/** With points these are other words than the codes of Namibia and American Samoa. */
const pointed: Readonly<Record<string, CountryReading>> = {
  'n.a': { no: 'UNSPECIFIED', among: [] },
  'a.s': { no: 'SHARED', among: ['US', 'AS'] },
}

const isWord = (text: string) => /^\p{Lu}\p{Ll}+$/u.test(text)

function withoutForm(text: string, names: Tables['names']): CountryReading | undefined {
  const words = wordsOf(text)
  const bare = words.filter((word) => !forms.has(word))
  const whole = lower(text)
  const citizen = whole.replace(/(?:籍|人|公民)$/u, '')
  const han = citizen.replace(/(?:民主|人民|伊斯兰|社会主义|联邦|联合)*(?:共和国|王国|联邦|国)$/u, '')
  const keys = [
    ...(bare.length < words.length && bare.length > 0 ? [setOf(bare), `=${bare.join('')}`] : []),
    ...[citizen, han].filter((one) => one !== whole && one !== '').flatMap(keysOf),
  ]
  const found = keys.flatMap((key) => names.get(key) ?? [])[0]
  if (found === undefined || (byForm.has(found) && han === whole)) return undefined
  return { code: found }
}

/** A name beside its code, or a part beside its country: `Malaysia (MYS)`, `MY - Malaysia`, `GB-SCT`; only where all name one. */
function readParts(text: string): CountryReading | undefined {
  const whole = text.normalize('NFKC').trim()
  for (const mark of [/[()[\]]+/u, marks]) {
    const readings = whole
      .split(mark)
      .filter((one) => one.trim())
      .map((one) => readWhole(plain(one)))
    const codes = new Set(readings.map((one) => (one && 'code' in one ? one.code : undefined)))
    const [first] = codes
    if (codes.size === 1 && first !== undefined) return { code: first }
    if (!/^[A-Za-z]{2}-[A-Za-z\d]{2,4}$/.test(whole)) continue
    if (readings.length === 2 && readings[1] === undefined) return readings[0]
  }
  return undefined
}

const marks = /\s+[-–—]\s+|[()[\]:,;/|]+|(?<=^\p{L}{2,3})\s*[-–—]\s*|\s*[-–—]\s*(?=\p{L}{2,3}$)/u

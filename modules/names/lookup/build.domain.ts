import type { ScreenedEntity } from '../matching/entity.domain.ts'
import { parseName, type Spelling } from '../names/parse.domain.ts'
import { Part } from '../names/part.domain.ts'
import { Growing, type IndexImage, pack } from './image.domain.ts'
import { boneKeys, hashOf, neighbours, salts } from './neighbours.domain.ts'

export const schemas = ['person', 'organisation', 'vessel', 'aircraft', 'unknown'] as const
export const qualities = ['primary', 'strong', 'weak'] as const
export const partKinds = ['word', 'initial', 'number', 'small'] as const
export const scripts = ['latin', 'skeletal', 'hangul', 'han'] as const

/** Beside the classes of legal forms: whether a name is made of syllables. */
export const denseBit = 128

const bytes = () => new Growing((length) => new Uint8Array(length))
const numbers = () => new Growing((length) => new Uint32Array(length))

/** Texts one after another, with where each begins and the last ends. */
function texts() {
  const content = bytes()
  const at = numbers()
  at.push(0)
  return {
    content,
    at,
    add(text: string): number {
      content.pushText(text)
      at.push(content.length)
      return at.length - 2
    },
  }
}

export interface IndexBuilder {
  add(entity: ScreenedEntity): void
  /** The finished index; the builder is used up. */
  finish(): IndexImage
}

/** Takes entities one by one, so that a list need never be in memory as a whole, and makes the index of their names. */
export function indexBuilder(): IndexBuilder {
  const terms = new Map<string, number>()
  const words: Part[] = []
  const termText = texts()
  const termScript = bytes()
  const termLetters = numbers()
  const names = texts()
  const entities = texts()
  const entitySchema = bytes()
  const rowEntity = numbers()
  const rowText = numbers()
  const rowQuality = bytes()
  const rowForms = bytes()
  const rowWeight = new Growing((length) => new Float32Array(length))
  const rowAt = numbers()
  const partTerm = numbers()
  const partKind = bytes()
  const partShare = bytes()
  // Pairs of term and row, before they are sorted into postings.
  const pairTerm = numbers()
  const pairRow = numbers()

  const termOf = (part: Part): number => {
    const key = part.script === 'skeletal' ? `~${part.text}` : part.text
    let term = terms.get(key)
    if (term === undefined) {
      terms.set(key, (term = words.length))
      words.push(part)
      termText.add(part.text)
      termScript.push(scripts.indexOf(part.script))
      termLetters.push(part.letters)
    }
    return term
  }

  const addRow = (entity: number, text: number, quality: number, { parts, forms, dense }: Spelling) => {
    const row = rowEntity.length
    rowEntity.push(entity)
    rowText.push(text)
    rowQuality.push(quality)
    rowForms.push(forms.reduce((sum, form) => sum | (1 << form), dense ? denseBit : 0))
    rowAt.push(partTerm.length)
    let weight = 0
    for (const part of parts) {
      const term = termOf(part)
      partTerm.push(term)
      partKind.push(partKinds.indexOf(part.kind))
      partShare.push(Math.round(part.share * 100))
      if (part.kind === 'small') continue
      weight += part.weight
      if (part.kind === 'initial') continue
      pairTerm.push(term)
      pairRow.push(row)
    }
    rowWeight.push(weight)
    return row
  }

  const add = (entity: ScreenedEntity) => {
    const { list, id, schema, names: own, birthDates, genders, countries, documents, addresses } = entity
    const facts = { list, id, birthDates, genders, countries, documents, addresses }
    const number = entities.add(JSON.stringify(facts))
    entitySchema.push(schemas.indexOf(schema))
    const seen = new Set<string>()
    for (const quality of qualities)
      for (const name of own) {
        if (name.quality !== quality) continue
        const { spellings } = parseName(name.text, schema)
        let text = -1
        for (const spelling of spellings) {
          let key = spelling.forms.join()
          for (const part of spelling.parts) key += ` ${part.text}${part.kind}`
          if (seen.has(key)) continue
          seen.add(key)
          if (text < 0) text = names.add(name.text)
          const row = addRow(number, text, qualities.indexOf(quality), spelling)
          if (schema !== 'person') addAcronym(row, spelling)
        }
      }
  }

  const addAcronym = (row: number, { parts }: Spelling) => {
    const main = parts.filter(({ kind }) => kind === 'word')
    if (main.length < 3) return
    const [first] = main
    const text = main.map((part) => part.text.charAt(0)).join('')
    if (first) pairTerm.push(termOf(new Part(text, first.script, 'word', 1)))
    pairRow.push(row)
  }

  const finish = (): IndexImage => {
    rowAt.push(partTerm.length)
    const postings = grouped(pairTerm.done(), pairRow.done(), words.length)
    const buckets = bucketed(words)
    return pack({
      termText: termText.content.done(),
      termAt: termText.at.done(),
      termScript: termScript.done(),
      termLetters: termLetters.done(),
      bucketAt: buckets.at,
      bucketTerm: buckets.values,
      rowEntity: rowEntity.done(),
      rowText: rowText.done(),
      rowQuality: rowQuality.done(),
      rowForms: rowForms.done(),
      rowWeight: rowWeight.done(),
      rowAt: rowAt.done(),
      partTerm: partTerm.done(),
      partKind: partKind.done(),
      partShare: partShare.done(),
      postingAt: postings.at,
      posting: postings.values,
      textBytes: names.content.done(),
      textAt: names.at.done(),
      entitySchema: entitySchema.done(),
      entityJson: entities.content.done(),
      entityAt: entities.at.done(),
    })
  }
  return { add, finish }
}

/** Values in the order of their groups, with where each group begins and the last ends. */
function grouped(groups: Uint32Array, values: Uint32Array, count: number) {
  const at = new Uint32Array(count + 1)
  for (const group of groups) at[group + 1] = (at[group + 1] as number) + 1
  for (let group = 0; group < count; group += 1)
    at[group + 1] = (at[group + 1] as number) + (at[group] as number)
  const next = at.slice(0, count)
  const sorted = new Uint32Array(values.length)
  for (let place = 0; place < values.length; place += 1) {
    const group = groups[place] as number
    const to = next[group] as number
    next[group] = to + 1
    sorted[to] = values[place] as number
  }
  return { at, values: sorted }
}

function bucketed(words: readonly Part[]) {
  const hashes = numbers()
  const owners = numbers()
  for (const [term, part] of words.entries()) {
    const { text, script, sound } = part
    const add = (hash: number) => {
      hashes.push(hash)
      owners.push(term)
    }
    neighbours(text, salts.text, 2, add)
    if (sound.length > 2) add(hashOf(sound, salts.sound))
    if (script === 'skeletal') boneKeys(part, salts.bonesOfSkeletal, add)
    else if (script === 'latin') boneKeys(part, salts.bonesOfOthers, add)
  }
  let size = 1024
  while (size < hashes.length) size *= 2
  const places = hashes.done()
  for (let at = 0; at < places.length; at += 1) places[at] = (places[at] as number) & (size - 1)
  return grouped(places, owners.done(), size)
}

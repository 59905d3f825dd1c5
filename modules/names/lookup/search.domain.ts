import {
  type Alignment,
  alignNames,
  explainAlignment,
  type NameComparison,
} from '../matching/compare.domain.ts'
import type { ScreenedEntity } from '../matching/entity.domain.ts'
import { type EntityFacts, type FactEffect, withFacts } from '../matching/facts.domain.ts'
import { type MatchOptions, productOptions } from '../matching/options.domain.ts'
import { type NameSchema, type ParsedName, parseName } from '../names/parse.domain.ts'
import { type Part, part } from '../names/part.domain.ts'
import { denseBit, partKinds, qualities, schemas } from './build.domain.ts'
import { candidateFinder } from './candidates.domain.ts'
import { type IndexImage, textAt, unpack } from './image.domain.ts'
import { memoize, termFinder } from './terms.domain.ts'

/** Whom a search asks for; facts that are not known stay out. */
export interface Query extends Partial<EntityFacts> {
  name: string
  /** Unknown asks for everything. */
  schema: NameSchema
}

/** An entry that a search found: which of its names matched, and what made the score. */
export interface Hit {
  list: string
  id: string
  schema: ScreenedEntity['schema']
  matchedName: string
  quality: (typeof qualities)[number]
  score: number
  /** How many facts agree, to order entries of one score. */
  agreement: number
  name: NameComparison
  facts: readonly FactEffect[]
}

export interface Searcher {
  /** Entries from the threshold on, best first, at most `limit`. */
  search(query: Query, limit?: number, options?: MatchOptions): Hit[]
  readonly entities: number
  readonly names: number
}

type ListedFacts = EntityFacts & { list: string; id: string }

interface Found {
  entity: ListedFacts
  row: number
  quality: Hit['quality']
  alignment: Alignment
  scored: ReturnType<typeof withFacts>
}

/** Opens an index for searching; several threads may open the same image. */
export function openIndex(image: IndexImage): Searcher {
  const c = unpack(image)
  const terms = termFinder(c)
  const candidates = candidateFinder(c, terms)
  const hasUnknown = c.entitySchema.includes(schemas.indexOf('unknown'))
  const parsedRows = new Map<number, ParsedName>()
  const entities = new Map<number, ListedFacts>()

  const parsedRow = (row: number, person: boolean): ParsedName =>
    memoize(parsedRows, row, () => {
      const parts: Part[] = []
      for (let at = c.rowAt[row] as number; at < (c.rowAt[row + 1] as number); at += 1) {
        const base = terms.baseOf(c.partTerm[at] as number)
        const share = (c.partShare[at] as number) / 100
        const kind = partKinds[c.partKind[at] as number] ?? 'word'
        parts.push(share === 1 && kind === 'word' ? base : part(base.text, base.script, kind, share))
      }
      const bits = c.rowForms[row] as number
      const forms: number[] = []
      for (let form = 0; 1 << form < denseBit; form += 1) if (bits & (1 << form)) forms.push(form)
      return { original: '', person, spellings: [{ parts, forms, dense: (bits & denseBit) > 0 }] }
    })

  const entityOf = (entity: number) =>
    memoize(entities, entity, () => JSON.parse(textAt(c.entityJson, c.entityAt, entity)) as ListedFacts)

  const search = (query: Query, limit = 50, options = productOptions): Hit[] => {
    const best = new Map<number, Found>()
    const look = (name: ParsedName, fits: (schema: number) => boolean, from = 0) => {
      for (const row of candidates(name, fits, options.weights, options.threshold - 0.12)) {
        const alignment = alignNames(name, parsedRow(row, name.person), options.weights)
        const quality = qualities[c.rowQuality[row] as number] ?? 'primary'
        const least = Math.max(from, quality === 'weak' ? options.weakThreshold : options.threshold)
        // Facts raise a score by a part of what is missing to 1.
        if (!alignment || alignment.score < least - 0.2) continue
        const entity = c.rowEntity[row] as number
        const earlier = best.get(entity)
        const facts = earlier?.entity ?? entityOf(entity)
        const scored = withFacts(alignment.score, query, facts, options.weights)
        const isEqual = quality !== 'weak' && alignment.score >= (options.equal ?? Infinity)
        if ((scored.score < least && !isEqual) || (earlier && earlier.scored.score >= scored.score)) continue
        best.set(entity, { entity: facts, row, quality, alignment, scored })
      }
    }
    if (query.schema === 'person' || query.schema === 'unknown') {
      look(parseName(query.name, 'person'), (schema) => schema === 0)
    }
    if (query.schema === 'unknown') look(parseName(query.name, 'unknown'), (schema) => schema !== 0)
    else {
      const own = schemas.indexOf(query.schema)
      const parsed = query.schema === 'person' ? (hasUnknown ? 'unknown' : undefined) : query.schema
      if (parsed)
        look(parseName(query.name, parsed), (schema) => schema === 4 || (schema === own && own !== 0))
    }
    const { anyTypeFrom } = options
    if (query.schema !== 'unknown' && anyTypeFrom !== undefined) {
      const own = schemas.indexOf(query.schema)
      if (own !== 0) look(parseName(query.name, 'person'), (schema) => schema === 0, anyTypeFrom)
      const isOther = (schema: number) => schema !== 0 && schema !== own && schema !== 4
      look(parseName(query.name, 'unknown'), isOther, anyTypeFrom)
    }
    return [...best.values()]
      .toSorted(
        ({ scored: a, entity: x }, { scored: b, entity: y }) =>
          b.score - a.score || b.agreement - a.agreement || (x.id < y.id ? -1 : 1),
      )
      .slice(0, limit)
      .map(({ entity, row, quality, alignment, scored }) => ({
        list: entity.list,
        id: entity.id,
        schema: schemas[c.entitySchema[c.rowEntity[row] as number] as number] ?? 'unknown',
        matchedName: textAt(c.textBytes, c.textAt, c.rowText[row] as number),
        quality,
        score: scored.score,
        agreement: scored.agreement,
        name: explainAlignment(alignment),
        facts: scored.effects,
      }))
  }
  return { search, entities: c.entitySchema.length, names: c.textAt.length - 1 }
}

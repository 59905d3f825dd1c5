import { createHash } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Entry } from './posting.queries.ts'
import type { SettledLine } from './posting.domain.ts'

/** An entry without the hashes that are made of it. */
export type Told = Omit<Entry, 'leaf' | 'leafVersion'>

/** A line as it is kept: with its place in the entry, and its own business date. */
export type KeptLine = SettledLine & { position: number; businessDate: string }

const four = (value: string | null) => (value === null ? null : new Exact(value).toFixed(4))

/** An instant of either source, in microseconds: what the database keeps of it. */
const micros = (at: string | null) => at && at.replace(/(\.\d{3})Z$/, '$1000Z')

/**
 * How the leaf of each version is made: SHA-256 of a list in JSON of every column of the entry and its lines, numbers with the
 * decimals they are kept with. A version that has sealed an entry stays here unchanged for ever.
 */
const versions: Readonly<Record<number, (entry: Told, lines: readonly KeptLine[]) => unknown>> = {
  1: (entry, lines) => [
    1,
    entry.companyId,
    entry.id,
    micros(entry.at),
    entry.xact,
    entry.businessDate,
    entry.branchId,
    entry.event,
    entry.sourceType,
    entry.sourceId,
    entry.reversesId,
    micros(entry.reversesAt),
    entry.authorId,
    entry.wordsHash.toString('hex'),
    ...lines.map((line) => [
      line.position,
      line.accountId,
      line.branchId,
      line.counterId,
      line.itemId,
      line.modeId,
      line.holderId,
      line.partyType,
      line.partyId,
      four(line.quantity),
      four(line.amount),
      line.poolSeq?.toString() ?? null,
      line.businessDate,
    ]),
  ],
}

/** The way in which leaves are made now. */
export const leafVersion = 1

/** The hash of an entry and its lines as a version makes it; undefined for a version that is not known. */
export function leafOf(version: number, entry: Told, lines: readonly KeptLine[]): Buffer | undefined {
  const told = versions[version]?.(entry, lines)
  return told === undefined ? undefined : createHash('sha256').update(JSON.stringify(told)).digest()
}

/** The hash that a leaf has of what may name a person: SHA-256 of the salt, author and note. Without salt both were erased by law. */
export const wordsHash = (salt: Buffer, { author, note }: Pick<Told, 'author' | 'note'>): Buffer =>
  createHash('sha256')
    .update(salt)
    .update(JSON.stringify([author, note]))
    .digest()

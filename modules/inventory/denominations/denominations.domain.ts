import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Piece } from '../items/items.domain.ts'

/** One face value at a place, or what of a currency there is not known by note. */
export interface Denominated {
  kind: Piece['kind'] | 'unknown'
  faceValue: string | null
  count: number | null
  amount: string
}

/**
 * The notes and coins of one item at one place, the largest first, and what is left of the ledger's quantity; together they come to it.
 * What was moved without saying by which notes makes the rest, so it may be below zero.
 */
export function denominatedOf(pieces: readonly Piece[], booked: string): Denominated[] {
  const held = pieces
    .filter(({ count }) => count !== 0)
    .toSorted((a, b) => new Exact(b.faceValue).comparedTo(a.faceValue) || a.kind.localeCompare(b.kind))
    .map(({ kind, faceValue, count }) => ({
      kind,
      faceValue: new Exact(faceValue).toFixed(),
      count,
      amount: new Exact(faceValue).times(count).toFixed(),
    }))
  const rest = held.reduce((left, { amount }) => left.minus(amount), new Exact(booked))
  return rest.isZero()
    ? held
    : [...held, { kind: 'unknown', faceValue: null, count: null, amount: rest.toFixed() }]
}

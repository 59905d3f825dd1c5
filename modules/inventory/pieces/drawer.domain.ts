import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Piece } from '../items/items.domain.ts'

const plain = (faceValue: string) => new Exact(faceValue).toFixed()

/** The notes and coins of one item, each face value once. */
export class Drawer {
  readonly #held = new Map<string, Piece>()

  constructor(pieces: readonly Piece[]) {
    this.move(pieces, 1)
  }

  move(pieces: readonly Piece[], sign: 1 | -1): void {
    for (const one of pieces) {
      const key = `${one.kind} ${plain(one.faceValue)}`
      const count = (this.#held.get(key)?.count ?? 0) + sign * one.count
      this.#held.set(key, { ...one, count })
    }
  }

  /** How many of one face value there are. */
  countOf({ kind, faceValue }: Pick<Piece, 'faceValue' | 'kind'>): number {
    return this.#held.get(`${kind} ${plain(faceValue)}`)?.count ?? 0
  }

  /** All of them. */
  all(): Piece[] {
    return [...this.#held.values()]
  }

  /** Those of these face values. */
  of(faces: readonly string[]): Piece[] {
    const wanted = new Set(faces.map(plain))
    return [...this.#held.values()].filter(({ faceValue }) => wanted.has(plain(faceValue)))
  }
}

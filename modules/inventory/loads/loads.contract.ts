import * as z from 'zod'
import { Id } from '#kit/contract/shapes.contract.ts'
import { Amount, Piece } from '../items/items.contract.ts'

export const Pieces = z.array(Piece).max(40).default([])

/** So much of an item, and by which notes and coins where that is said. */
export const LoadLine = z.strictObject({ itemId: Id, quantity: Amount, pieces: Pieces })

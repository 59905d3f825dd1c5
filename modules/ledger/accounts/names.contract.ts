import { line } from '#kit/contract/shapes.contract.ts'

/** What a ledger or a group is called in the languages beside that of its name; empty: as its name says. */
export const namesShape = {
  nameZhHant: line(100).default(''),
  nameZhHans: line(100).default(''),
  nameVi: line(100).default(''),
}

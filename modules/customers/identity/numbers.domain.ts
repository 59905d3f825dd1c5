import { asciiDigits } from '#kit/domain/digits.domain.ts'

// What people put between the signs of a number, and what cannot be seen; no letter and no digit of any script.
const between =
  // oxlint-disable-next-line no-misleading-character-class -- signs to drop, each by itself
  /[\0-/:-@[-`{-\u00BF\u00D7\u00F7\u034F\u05BE\u060C\u061C\u0640\u1160\u17B4\u17B5\u180B-\u180F\u2000-\u206F\u2212\u2E00-\u2E7F\u3000-\u3003\u3008-\u3020\u3030\u303D\u30FB\uFE00-\uFE0F\uFEFF\u{E0000}-\u{E0FFF}]/gu

/**
 * The number of a paper or a registration as it is compared everywhere: wide and plain signs are one, likewise digits of every
 * script, capital and small letters; separators count for nothing. `customers.number_key` of the database is the same rule.
 */
export const numberKey = (text: string): string => asciiDigits(text).replaceAll(between, '').toLowerCase()

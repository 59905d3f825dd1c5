/** Luhn's check of a card number. */
export function isLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, at) => {
      const value = at % 2 === 1 ? digit * 2 : digit
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** ISO 7064 MOD 11,10, the check of China's CNAPS codes. */
export function isMod1110(digits: string): boolean {
  const rest = Array.from(digits.slice(0, -1), Number).reduce((check, digit) => {
    const sum = (check + digit) % 10 || 10
    return (sum * 2) % 11
  }, 10)
  return (rest + Number(digits.at(-1))) % 10 === 1
}

const weighted = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)

/** The check digit of an ABA routing number. */
export const isAbaChecked = (digits: string): boolean =>
  weighted(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0

/** The first two digits that routing numbers have: Federal Reserve, thrifts, electronic, government, cheques of travellers. */
export function isAbaPrefix(digits: string): boolean {
  const prefix = Number(digits.slice(0, 2))
  return prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80
}

/** The last digit of Bangladesh's routing numbers; found in 11,424 of 11,426 published ones. */
export const isBeftnChecked = (digits: string): boolean =>
  weighted(digits, [5, 3, 9, 5, 3, 9, 5, 3]) % 10 === Number(digits[8])

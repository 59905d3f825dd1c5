/** The number of a paper of which only the end can be read. */
export function maskedId(number: string): string {
  const signs = Array.from(number)
  const open = signs.length > 6 ? 4 : 2
  return signs
    .map((sign, at) => (at < signs.length - open && /[\p{L}\p{N}]/u.test(sign) ? '*' : sign))
    .join('')
}

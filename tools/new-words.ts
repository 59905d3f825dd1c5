/** The words of one capability, made of its plural: `payout-rates` is payoutRates, PayoutRate, payout_rate. `home`: where its list is. */
export function wordsOf(module: string, many: string, home: string) {
  const one = singular(many)
  const camel = (word: string) => word.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const snake = (word: string) => word.replaceAll('-', '_')
  const plain = (word: string) => word.replaceAll('-', ' ')
  return {
    module,
    home,
    file: many,
    formFile: `${one}-form`,
    value: camel(many),
    type: camel(`-${one}`),
    one: camel(one),
    table: snake(one),
    code: snake(many),
    /** In English, as in the middle of a sentence. */
    noun: plain(one),
    nouns: plain(many),
  }
}

export type Words = ReturnType<typeof wordsOf>

function singular(many: string): string {
  if (many.endsWith('ies')) return `${many.slice(0, -3)}y`
  return /(ch|sh|ss|us|x)es$/.test(many) ? many.slice(0, -2) : many.replace(/s$/, '')
}

/**
 * The ways to read a name in Han characters, as words of small letters: Mandarin always, and the readings of other
 * languages where each character has one in the tables.
 */
export function hanSpellings(words: readonly string[], mandarin: (word: string) => string): string[][] {
  const whole = words.join('')
  const syllables = (word: string) =>
    mandarin(word)
      .split(/(?=[A-Z])|[^A-Za-z0-9]+/)
      .map((one) => one.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
      .filter((one) => one !== '')
  return [syllables(whole)]
}

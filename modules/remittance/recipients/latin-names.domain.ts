import anyAscii from 'any-ascii'

/** A name as files of partners take it, or why it cannot be one. */
export type LatinName = { name: string } | { code: 'NAME_IN_LATIN' | 'NAME_TOO_LONG'; length: number }

const readable = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
const others = /\p{L}/gu

/**
 * A name in the SWIFT x set. Letters of alphabets become Latin ones; a name in another script is asked for as the document spells it,
 * since a machine guesses its readings. Nothing is cut: what is too long after that is a fault.
 */
export function latinName(typed: string, most: number): LatinName {
  if ((typed.match(others) ?? []).some((letter) => !readable.test(letter)))
    return { code: 'NAME_IN_LATIN', length: 0 }
  const name = anyAscii(typed.normalize('NFC').replaceAll(/[’‘]/g, "'"))
    .replaceAll('&', '+')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s:-]+/, '')
    .trim()
  if (!/[A-Za-z]/.test(name)) return { code: 'NAME_IN_LATIN', length: 0 }
  return name.length > most ? { code: 'NAME_TOO_LONG', length: name.length } : { name }
}

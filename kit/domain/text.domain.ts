// Scripts whose letters join differently around U+200C and U+200D keep these signs; to others they mean nothing.
const joins =
  '[[\\p{L}\\p{M}]--[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Armenian}\\p{Script=Georgian}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Inherited}]]'
const picture = '\\p{Extended_Pictographic}|\\p{Emoji_Modifier}'
const idleJoiner = new RegExp(
  `(?<!${joins}|${picture}|\\uFE0F)[\\u200C\\u200D]|[\\u200C\\u200D](?!${joins}|${picture})`,
  'gv',
)
// What turns the direction of reading stays: shapes refuse it.
const unseen = /(?!\u200C|\u200D|\uFE0F|[\u202A-\u202E\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu
const isPlain = /^[\x20-\x7e]*$/

/**
 * One line of text without what nobody sees: letters composed (NFC), every kind of space a space, no signs that have no
 * look. U+200C and U+200D stay where Persian or Tamil needs them, and between the parts of a picture.
 */
export const cleanLine = (text: string): string =>
  isPlain.test(text)
    ? text
    : text
        .replaceAll(unseen, '')
        .replaceAll(/(?<![\p{Emoji}])\uFE0F/gu, '')
        .replaceAll(idleJoiner, '')
        .replaceAll(/\p{Zs}/gu, ' ')
        .normalize('NFC')

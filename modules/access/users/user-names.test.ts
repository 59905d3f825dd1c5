import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UserDraft } from './users.contract.ts'
import { looksLikeAnother } from './user-names.domain.ts'

test('a user name that is another to the eye by letters of another alphabet is refused', () => {
  for (const name of [
    '\u0430dmin', // Cyrillic a before Latin letters
    'adm\u03B9n', // Greek iota
    'adm\u0131n', // i without its dot
    '\u0441\u043E\u0441\u043E', // Cyrillic letters alone
    '\u03BF\u03BA', // Greek letters alone
    'te\u029F\u029Fer', // small capitals
    '\uA4EE\uA4D3', // Lisu
    '\u0585li', // Armenian
    'ali\u0661', // an Arabic digit
    'admin\u3164', // a Korean letter that is not seen
    'ab\uFFA0c', // the same, half as wide
    'b\u3147b', // a part of a Korean syllable
    'a\u4E28ice', // a Chinese stroke
    'adm\u01C0n', // a click
    '\u043F\u0440\u0438\u0432\u03B5\u0442', // Cyrillic and Greek
  ])
    expect(looksLikeAnother(name.normalize('NFKC')), name).toBe(true)
})

test('a user name of one writing is taken, in any that is known, and wide letters are plain ones', () => {
  for (const name of [
    'admin',
    'nguyễn.ánh',
    'trương',
    'ирина',
    'γιώργος',
    '陳美玲',
    '王li2',
    '田中ー',
    '김민준',
    'محمد',
    'a.b@c-d_1',
    '007',
  ])
    expect(looksLikeAnother(name), name).toBe(false)
  expect(UserDraft.shape.userName.parse('ａｄｍｉｎ')).toBe('admin')
  fc.assert(fc.property(fc.stringMatching(/^[a-z0-9._@-]{2,20}$/), (name) => !looksLikeAnother(name)))
})

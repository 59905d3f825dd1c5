import { describe, expect, test } from 'vitest'
import { listGuessableWords, passwordFault } from './passwords.domain.ts'

const isCommon = (password: string) => ['password', 'sunshine12'].includes(password)
const words = listGuessableWords(['mei.ling', 'Mei Ling Tan', 'Straits Exchange Sdn Bhd'])
const fault = (password: string, leastLength = 8, refusesGuessable = true) =>
  passwordFault(password, { leastLength, refusesGuessable }, words, isCommon)

describe('a new password', () => {
  test('is refused below the length of the company, counted in characters', () => {
    expect(fault('seven77')).toEqual({ code: 'PASSWORD_TOO_SHORT', data: { least: 8 } })
    expect(fault('eight888')).toBeUndefined()
    expect(fault('😀😀😀😀')).toMatchObject({ code: 'PASSWORD_TOO_SHORT' })
    expect(fault('abcd', 4, false)).toBeUndefined()
  })

  test('is refused when it is common, however it is written', () => {
    expect(fault('PassWord')).toEqual({ code: 'PASSWORD_COMMON' })
    expect(fault('Sunshine12')).toEqual({ code: 'PASSWORD_COMMON' })
    expect(fault('password', 8, false)).toBeUndefined()
  })

  test('is refused with a word of four characters that others know, shorter words are free', () => {
    expect(words).toEqual(['agio', 'ling', 'straits', 'exchange'])
    expect(fault('my STRAITS pass')).toEqual({ code: 'PASSWORD_CONTAINS', data: { word: 'straits' } })
    expect(fault('agio2026!!')).toEqual({ code: 'PASSWORD_CONTAINS', data: { word: 'agio' } })
    expect(fault('ten mei tan sdn')).toBeUndefined()
  })

  test('needs no kind of character, and may be long', () => {
    expect(fault('        ')).toBeUndefined()
    expect(fault('correct horse battery staple '.repeat(6))).toBeUndefined()
  })
})

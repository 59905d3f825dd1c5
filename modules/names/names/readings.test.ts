import { expect, test } from 'vitest'
import { type NameSchema, parseName } from './parse.domain.ts'

const readingsOf = (name: string, schema: NameSchema = 'person') =>
  parseName(name, schema).spellings.map(({ parts }) => parts.map(({ text }) => text).join(' '))
const sharesOf = (name: string, schema: NameSchema) =>
  parseName(name, schema).spellings[0]?.parts.map(({ text, kind, share }) => `${text} ${kind} ${share}`)

test('signs of names are read in Mandarin, and in Korean or Japanese where each of them is known there', () => {
  expect(readingsOf('林小明')).toEqual(['lin xiao ming', 'rim so myong'])
  expect(readingsOf('田中太郎')).toEqual(['tian zhong tai lang', 'tanaka taro'])
  // One of these signs no Korean name has.
  expect(readingsOf('林小鵬')).toEqual(['lin xiao peng'])
})

test('a family name in Hangul is read as families write it', () => {
  for (const [name, reading] of [
    ['박민준', 'park min jun'],
    ['이서윤', 'lee so yun'],
    ['최지우', 'choi ji u'],
    ['민박', 'min pak'],
  ] as const)
    expect(readingsOf(name)).toEqual([reading])
})

test('what companies share and how they are set up says less, an article next to nothing', () => {
  expect(sharesOf('The Halcyon Trading Group', 'organisation')).toEqual([
    'the small 0.1',
    'halcyon word 1',
    'trading word 0.5',
    'group word 0.35',
  ])
  expect(sharesOf('Halcyon of the East', 'organisation')).toEqual([
    'halcyon word 1',
    'of small 0.1',
    'the small 0.1',
    'east word 0.35',
  ])
  // Words that all share are the name where there are no others.
  expect(sharesOf('Group Holding', 'organisation')).toEqual(['group word 1', 'holding word 1'])
  expect(sharesOf('Global Energy', 'organisation')).toEqual(['global word 0.35', 'energy word 0.5'])
})

test('a person is a name with little beside it: titles, particles, servants, numbers', () => {
  expect(sharesOf('Dr Osbert van Abdulkarim 2 B', 'person')).toEqual([
    'dr small 0.1',
    'osbert word 1',
    'van small 0.1',
    'abd word 0.4',
    'karim word 1',
    '2 initial 0.6',
    'b initial 0.6',
  ])
  expect(sharesOf('Osbert Quill 22', 'person')?.at(-1)).toBe('22 number 0.3')
  expect(sharesOf('Ben Quillfeather', 'person')?.[0]).toBe('ben word 0.7')
  const addressed = (name: string) => parseName(name, 'person').spellings[0]?.addressed
  expect(['President Zavadsky', 'President Igor Zavadsky', 'Doctor Zavadsky'].map(addressed)).toEqual([
    true,
    false,
    false,
  ])
})

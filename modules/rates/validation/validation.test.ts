import { describe, expect, test } from 'vitest'
import { type Candidate, checkAgainstEffective, checkMid } from './validation.domain.ts'

describe('the rules of rates', () => {
  const known = { mid: '4.49', buy: '4.46', sell: '4.52', previous: '4.48', live: '4.5', cost: null }
  const of = (part: Partial<Candidate>) =>
    checkMid({ ...known, ...part }, []).map(({ rule, level }) => `${rule} ${level}`)

  test('let an ordinary move pass, ask about a jump, and stop a typing slip or another unit', () => {
    expect(of({})).toEqual([])
    expect(of({ mid: '4.63' })).toEqual(['jump warn'])
    expect(of({ mid: '44.9', buy: '44.6', sell: '45.2' })).toEqual(['live block', 'jump block'])
    expect(of({ mid: '449', buy: '446', sell: '452' })).toEqual(['live block', 'jump block'])
  })

  test('stop a market that is locked, crossed, or quoted the other way round', () => {
    expect(of({ buy: '4.52' })).toEqual(['inversion block'])
    expect(of({ mid: '0.2232', buy: '0.22', sell: '0.226' })).toContain('inversion block')
    // Near one, both ways of quoting are alike.
    expect(of({ mid: '1.01', previous: '0.999', live: '1', buy: '1', sell: '1.02' })).toEqual([])
  })

  test('tell a sale below what the stock has cost, and below the margin that it must leave', () => {
    expect(of({ cost: '4.52' })).toEqual([])
    expect(of({ cost: '4.53' })).toEqual(['cost warn'])
    // Without a margin the mid is what it is sold at.
    expect(of({ cost: '4.5', buy: null, sell: null })).toEqual(['cost warn'])
    const least = [{ rule: 'cost' as const, warn: '0.01', block: '0', isEnabled: true }]
    const levels = (cost: string) =>
      checkMid({ ...known, cost }, least).map(({ rule, level, value }) => [rule, level, value])
    expect(levels('4.5')).toEqual([['cost', 'warn', '-0.00444444']])
    expect(levels('4.6')).toEqual([['cost', 'block', '0.0173913']])
    const explicit = checkAgainstEffective(
      { buy: null, sell: '4.5' },
      { buy: null, sell: '4.52' },
      [],
      '4.51',
    )
    expect(explicit.map(({ rule, level }) => `${rule} ${level}`)).toEqual(['cost warn'])
  })

  test('are those of the company, where it has its own', () => {
    const limits = [
      { rule: 'jump' as const, warn: '0.5', block: null, isEnabled: true },
      { rule: 'live' as const, warn: null, block: null, isEnabled: false },
    ]
    expect(checkMid({ ...known, mid: '6' }, limits)).toEqual([])
  })

  test('judge explicit rates by those that would hold without them', () => {
    const usual = { buy: '4.46', sell: '4.52' }
    const levels = (buy: string | null, sell: string | null) =>
      checkAgainstEffective({ buy, sell }, usual, [], null).map(({ rule, level }) => `${rule} ${level}`)
    expect(levels('4.45', '4.53')).toEqual([])
    expect(levels('4.35', null)).toEqual(['effective warn'])
    expect(levels('4', '5')).toEqual(['effective block', 'effective block'])
    expect(levels('4.53', '4.52')).toEqual(['inversion block'])
  })
})

import { describe, expect, test } from 'vitest'
import { permissionCodes } from '#modules/permissions.domain.ts'
import { baseRoles, limitTypes } from './roles.domain.ts'

describe('the base roles', () => {
  test('have a code each, only permissions and limits that there are, each limit once', () => {
    const codes = baseRoles.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const { code, permissions, limits } of baseRoles) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(permissionCodes).toEqual(expect.arrayContaining([...permissions]))
      const types = limits.map(({ type }) => type)
      expect(limitTypes).toEqual(expect.arrayContaining(types))
      expect(new Set(types).size).toBe(types.length)
      for (const { amount, isUnlimited } of limits)
        expect([code, amount]).toEqual([code, isUnlimited ? null : expect.stringMatching(/^[1-9]\d*$/)])
    }
  })

  test('give an auditor what only looks, and the administrator everything without a limit', () => {
    const of = (code: string) => baseRoles.find((role) => role.code === code)
    expect(of('company_administrator')?.permissions).toEqual(permissionCodes)
    expect(of('company_administrator')?.limits.map(({ type }) => type)).toEqual(limitTypes)
    expect(of('company_administrator')?.limits.every(({ isUnlimited }) => isUnlimited)).toBe(true)
    const looking = of('auditor')?.permissions ?? []
    expect(looking).toEqual(
      expect.arrayContaining(permissionCodes.filter((code) => code.startsWith('view_'))),
    )
    for (const code of looking) expect(code).toMatch(/^(my_)?view_|^(export|print)_/)
    expect(of('accountant')?.permissions).toContain('view_ledger')
  })
})

import { expect, test } from 'vitest'
import { type Endpoint, permissionsOf } from '#kit/contract/endpoint.contract.ts'
import { baseRoles } from '#modules/access/roles/roles.domain.ts'
import { withImplied } from '#modules/permissions.domain.ts'
import { modules } from './modules.ts'

const contracts = modules.flatMap((module) => module.routers.map(({ contract }) => contract))

test('who acts on something by their role may open it', () => {
  const barred: string[] = []
  for (const contract of contracts) {
    const { getById } = contract as Record<string, Endpoint | undefined>
    const [anyOf, ...own] = [permissionsOf(getById ?? ({} as Endpoint)), ...Object.values(contract)]
    if (!getById || anyOf.length === 0) continue
    for (const act of own.filter(
      ({ writes, input }) => writes && 'id' in input.shape && 'version' in input.shape,
    ))
      for (const { code, permissions } of baseRoles) {
        const held = withImplied(permissions)
        const has = (all: readonly string[]) => all.some((one) => held.has(one))
        if (has(permissionsOf(act)) && !has(anyOf)) barred.push(`${code}: ${act.path}`)
      }
  }
  expect(barred).toEqual([])
})

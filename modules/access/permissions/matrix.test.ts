import { describe, expect, it } from 'vitest'
import { permissionCatalogue } from '#modules/permissions.domain.ts'
import { areasOf, choose, isImplied, partsOf, permissionsIn } from './matrix.domain.ts'

const rows = permissionCatalogue.map((row) => ({ ...row, groupLabel: row.group }))

describe('the matrix of permissions', () => {
  it('holds every permission of the catalogue once', () => {
    const codes = areasOf(rows).flatMap(({ subjects }) => subjects.flatMap(permissionsIn))
    expect(codes.map(({ code }) => code).toSorted()).toEqual(rows.map(({ code }) => code).toSorted())
  })

  it('puts what is done with one thing on one line', () => {
    const compliance = areasOf(rows).find(({ group }) => group === 'compliance')
    const screening = compliance?.subjects.find(({ subject }) => subject === 'screening')
    expect(screening?.view?.code).toBe('view_screening')
    expect(screening?.manage?.code).toBe('manage_screening')
    expect(screening?.others.map(({ code }) => code)).toEqual(['perform_screening'])
  })

  it('takes a code apart', () => {
    expect(partsOf('my_view_cases')).toEqual({ verb: 'my_view', subject: 'cases' })
    expect(partsOf('manage_case_statuses')).toEqual({ verb: 'manage', subject: 'case_statuses' })
  })
})

it('chooses each code once, and lets go', () => {
  expect(choose(['view_users'], ['view_users', 'view_roles'], true)).toEqual(['view_users', 'view_roles'])
  expect(choose(['view_users', 'view_roles'], ['view_users'], false)).toEqual(['view_roles'])
})

it('knows what is given by managing', () => {
  expect(isImplied(['manage_users'], 'view_users')).toBe(true)
  expect(isImplied(['view_users'], 'view_users')).toBe(false)
  expect(isImplied(['manage_users'], 'manage_users')).toBe(false)
})

import { expect, test } from 'vitest'
import { hasNoRealFiles, realFile } from '#kit/test/real-files.ts'
import { modules } from './modules.ts'

const endpoints = modules.flatMap(({ routers }) => routers.flatMap(({ contract }) => Object.values(contract)))

test.skipIf(hasNoRealFiles)('real files: every call that the specification lists for these modules', () => {
  const rows = realFile('../spec/calls.tsv')
    .toString()
    .split('\n')
    .filter((line) => line && !line.startsWith('#') && !line.startsWith('method'))
    .map((line) => line.split('\t'))
  const ours = rows.filter(([, path]) =>
    /^\/api\/(user|posuser|poscompany|poscurrency|poscustomer|posrate|posworkspace|v1\/management)\//.test(
      path ?? '',
    ),
  )
  expect(ours.length).toBeGreaterThan(50)
  for (const [method, path, kind] of ours) {
    const found = endpoints.find(
      (endpoint) => `/api${endpoint.path}` === path && (!method || endpoint.method === method),
    )
    expect(found, path).toBeDefined()
    if (kind) expect(found?.kind, path).toBe(kind)
  }
})

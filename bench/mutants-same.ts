/** A change that no test can notice, by its file and its line before and after. */
interface Same {
  file: string
  before: string
  after: string
  why: string
}

export const same: readonly Same[] = [
  {
    file: 'kit/domain/periods.domain.ts',
    before: "const [year = 0, month = 0, day = 0] = today.split('-').map(Number)",
    after: "const [year = 1, month = 0, day = 0] = today.split('-').map(Number)",
    why: 'a date always has three parts; the other is for the type alone',
  },
  {
    file: 'modules/access/permissions/matrix.domain.ts',
    before: "const [, verb = '', subject = code] = /^(my_view|[a-z]+)_(.+)$/.exec(code) ?? []",
    after: "const [, verb = '', subject = code] = /(my_view|[a-z]+)_(.+)$/.exec(code) ?? []",
    why: 'every code begins with a letter, where the first match begins too',
  },
  {
    file: 'modules/exchange/approvals/routing.domain.ts',
    before: "if (a === 'unlimited' || b === undefined) return 1",
    after: "if (a === 'unlimited' || b === undefined) return 0",
    why: 'the sort leaves in their order what is equal or greater, and steps are compared upwards only',
  },
  {
    file: 'modules/screening/lists/delta.domain.ts',
    before: '.toSorted(([a], [b]) => (a < b ? -1 : 1))',
    after: '.toSorted(([a], [b]) => (a <= b ? -1 : 1))',
    why: 'no two keys of an object are equal',
  },
  {
    file: 'modules/screening/lists/delta.domain.ts',
    before: '.toSorted(([a], [b]) => (a < b ? -1 : 1))',
    after: '.toSorted(([a], [b]) => (a < b ? -1 : 0))',
    why: 'the sort leaves in their order what is equal or greater',
  },
  {
    file: 'modules/screening/lookup/candidates.domain.ts',
    before: 'let queryFrom = 0',
    after: 'let queryFrom = 1',
    why: 'a mark that only has to differ from query to query',
  },
]

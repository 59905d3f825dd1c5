import type { Words } from './new-words.ts'

// The workflow and the contract of a document.

export const domain = ({
  one,
  type,
  code,
  noun,
  value,
}: Words) => `import { workflow } from '#kit/domain/workflow.domain.ts'

export const ${one}States = ['draft', 'submitted', 'approved', 'rejected', 'cancelled'] as const

/** The right that lets somebody make ${value === one ? 'one' : 'them'}, and another person approve what was made. */
export const rightTo${type} = 'manage_${code}'
const manage = { permission: rightTo${type}, at: 'branch' } as const

/** A ${noun} is made, submitted, and approved by another person. */
export const ${one}Workflow = workflow({
  initial: 'draft',
  states: {
    draft: {},
    submitted: {},
    approved: { final: true },
    rejected: { final: true },
    cancelled: { final: true },
  },
  actions: {
    create: { ...manage, from: [null], to: 'draft' },
    submit: { ...manage, from: ['draft'], to: 'submitted' },
    approve: { ...manage, from: ['submitted'], to: 'approved', clears: 'authorization', final: true },
    reject: {
      ...manage,
      from: ['submitted'],
      to: 'rejected',
      stops: 'authorization',
      note: 'required',
      isRefusal: true,
    },
    cancel: { ...manage, from: ['draft', 'submitted'], to: 'cancelled', final: true, isRefusal: true },
  },
})
`

const calls = ({ module, value, type, one, code }: Words) => `const columns = {
  number: 'String',
  state: 'select',
  branchId: 'Guid',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/pos${module}/${one.toLowerCase()}'
const permission = 'view_${code}'

export const ${value} = {
  ...listCalls({ path, permission, row: ${type}, columns }),
  getById: read({ path: \`\${path}/getById\`, permission, input: ById, output: ${type}Detail }),
  ...actionsOf(${one}Workflow, {
    path,
    row: ${type}Detail,
    kinds: { approve: 'APPROVE', reject: 'REJECT', cancel: 'CANCEL' },
  }),
  create: write({
    path: \`\${path}/create\`,
    kind: 'CREATE',
    permission: 'manage_${code}',
    input: ${type}Draft,
    output: ${type}Detail,
  }),
}
`

export const contract = (words: Words) => {
  const { file, type, one } = words
  return `import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, Id, Instant, line, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { ${one}States, ${one}Workflow } from './${file}.domain.ts'

const Line = z.strictObject({ note: requiredLine(200), quantity: z.string().regex(/^[1-9]\\d{0,7}$/) })

const ${type}Draft = z.strictObject({
  branchId: Id,
  reference: line(60).default(''),
  lines: z.array(Line).min(1).max(300),
})
export type ${type}Draft = z.output<typeof ${type}Draft>

const ${type} = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(${one}States),
  branchId: Id,
  branch: z.string(),
  reference: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type ${type} = z.output<typeof ${type}>

const ${type}Detail = z.object({
  ...${type}.shape,
  lines: z.array(z.object({ note: z.string(), quantity: z.string() })),
  history: z.array(DocumentEvent),
})
export type ${type}Detail = z.output<typeof ${type}Detail>

${calls(words)}`
}

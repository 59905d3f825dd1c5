import type { Words } from './new-words.ts'

// The half of a document in the browser, over `documentPages` and `LinesForm`, and what stands outside its folder.

export const screens = ({
  module,
  file,
  value,
  one,
  type,
  home,
}: Words) => `import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { type ${type}, type ${type}Detail, ${value} } from './${file}.contract.ts'
import { ${one}States, ${one}Workflow } from './${file}.domain.ts'

const api = bindContract(${value})
const branchApi = bindContract(branches)
const home = '${home}'
type Line = ${type}Detail['lines'][number]

export const { List, Detail } = documentPages<${type}, ${type}Detail, typeof ${one}Workflow, Line>({
  texts: '${module}:${value}',
  home,
  api,
  workflow: ${one}Workflow,
  tones: { draft: 'neutral', submitted: 'waiting', approved: 'done', rejected: 'stopped', cancelled: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 170 },
    { key: 'branchId', width: 190, cell: (_, { branch }) => branch },
    { key: 'reference', width: 180 },
    { key: 'state', kind: 'badge', width: 150 },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 170 },
    { key: 'author', width: 150 },
  ],
  facts: [
    { key: 'branch' },
    { key: 'reference' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number'],
  useChoices: () => ({
    state: ${one}States,
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: \`\${home}/create\` }],
  lines: {
    of: ({ lines }) => lines,
    rowKey: (_, at) => String(at),
    columns: [
      { key: 'note', isHead: true, cell: ({ note }) => note },
      { key: 'quantity', isNumber: true, cell: ({ quantity }) => groupDigits(quantity) },
    ],
  },
})
`

const headFields = `
function HeadFields({ form: { head, set, faultAt, texts: say } }: { form: HeadForm<Head> }) {
  const query = useQuery(branchApi.listSelection.queryOptions())
  return (
    <>
      <Select
        label={say('fields.branchId')}
        w={240}
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        data={(query.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={head.branchId || null}
        error={faultAt('branchId')}
        onChange={(value) => set({ branchId: value ?? '' })}
      />
      <TextInput
        label={say('fields.reference')}
        w={200}
        maxLength={60}
        value={head.reference}
        error={faultAt('reference')}
        onChange={(event) => set({ reference: event.currentTarget.value })}
      />
    </>
  )
}
`

export const form = ({
  module,
  file,
  value,
  type,
  home,
}: Words) => `import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { type HeadForm, LinesForm } from '#kit/web/document/lines-form.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { ${value} } from './${file}.contract.ts'

const api = bindContract(${value})
const branchApi = bindContract(branches)
const texts = '${module}:${value}'

const emptyHead = { branchId: '', reference: '' }
const blank = { note: '', quantity: '' }
type Head = typeof emptyHead
type Line = typeof blank

export function ${type}Form() {
  const say = useTexts(texts)
  const save = (head: Head, lines: readonly Line[]) =>
    api.create.call({
      ...head,
      lines: lines.map(({ note, quantity }) => ({ note, quantity: numberOf(quantity) })),
    })
  return (
    <LinesForm<Head, Line>
      texts={texts}
      title={say('create')}
      home="${home}"
      initial={emptyHead}
      blank={blank}
      fields={(form) => <HeadFields form={form} />}
      columns={[
        { key: 'note', kind: 'text', width: 320 },
        { key: 'quantity', kind: 'number', width: 130 },
      ]}
      isFilled={({ note }) => note !== ''}
      submits={[
        { text: 'create', call: save },
        {
          text: 'submit',
          said: 'submit',
          call: async (head, lines) => {
            const { id, version } = await save(head, lines)
            return api.submit.call({ id, version })
          },
        },
      ]}
    />
  )
}
${headFields}`

/** The routes of a document. */
export const routes = ({ file, formFile, value, type, code, home }: Words) => ({
  loads: `const ${value} = () => import('./${file}/${file}.web.tsx')
`,
  list: `    { path: '${home}', permission: ['view_${code}'], load: () => ${value}().then((m) => m.List) },
    {
      path: '${home}/create',
      permission: ['manage_${code}'],
      load: () => import('./${file}/${formFile}.web.tsx').then((m) => m.${type}Form),
    },
    { path: '${home}/$id', permission: ['view_${code}'], load: () => ${value}().then((m) => m.Detail) },
`,
})

/** Its table and that of its lines; its history is in `documents.event`. */
export const tables = ({ module, table }: Words) => `create table ${module}.${table} (
  company_id uuid not null default kit.company() references organisation.company,
  id uuid not null default uuidv7(),
  version int not null default 1,
  number text not null,
  state text not null check (state in ('draft', 'submitted', 'approved', 'rejected', 'cancelled')),
  branch_id uuid not null,
  reference text not null default '',
  created_at timestamptz not null,
  author_id uuid not null,
  author text not null,
  primary key (company_id, id),
  foreign key (company_id, branch_id) references organisation.branch (company_id, id)
);
create index ${table}_number on ${module}.${table} (company_id, number);
create index ${table}_number_search on ${module}.${table} using gin (number gin_trgm_ops);
create index ${table}_state on ${module}.${table} (company_id, state);
create index ${table}_branch on ${module}.${table} (company_id, branch_id, created_at);
create index ${table}_created on ${module}.${table} (company_id, created_at);
call kit.tenant('${module}.${table}');

create table ${module}.${table}_line (
  company_id uuid not null default kit.company() references organisation.company,
  ${table}_id uuid not null,
  position smallint not null,
  note text not null,
  quantity numeric(20, 4) not null check (quantity > 0),
  primary key (company_id, ${table}_id, position),
  foreign key (company_id, ${table}_id) references ${module}.${table} (company_id, id)
);
call kit.tenant('${module}.${table}_line', rights => 'select, insert');
`

/** What the sample of its module says of the document. */
export const sampleParts = ({ module, table }: Words) => {
  const into = `insert into ${module}.${table} (company_id, number, state, branch_id, created_at, author_id, author)`
  return {
    rows: `    \`${into}
      select distinct on (company_id) company_id, 'X', 'approved', id, now(), id, 'x' from organisation.branch\`,
    \`insert into ${module}.${table}_line (company_id, ${table}_id, position, note, quantity)
      select company_id, id, 1, 'x', 1 from ${module}.${table}\`,
`,
    crowd: `    \`${into}
      select company_id, 'X' || n, case when n % 500 = 0 then 'submitted' else 'approved' end, id, now() - n * interval '1 hour', id, 'x'
      from (select distinct on (company_id) * from organisation.branch) b, generate_series(1, 2000) n\`,
`,
  }
}

const ofGate = 'ABOVE_OWN_LIMIT FORBIDDEN ILLEGAL_TRANSITION INVALID MAKER_IS_CHECKER NOT_FOUND OUT_OF_SCOPE'

/** With which codes its calls refuse. */
export const refusals = ({ value }: Words) =>
  ['create', 'submit', 'approve', 'reject', 'cancel']
    .map((act) => `  '${value}.${act}': \`${ofGate}\n    STALE_VERSION\`,\n`)
    .join('')

/** What its module's manifest has besides the router: imports, and by list what is added. */
export const manifestParts = ({ file, one, value, type }: Words) => ({
  dependsOn: ['organisation', 'approvals', 'documents'],
  imports: [
    "import { declare } from '#kit/domain/open-list.domain.ts'",
    "import { gateKindList, gateKindsOf } from '#modules/approvals/gates/gates.domain.ts'",
    `import { rightTo${type} } from './${file}/${file}.domain.ts'`,
  ],
  /** The import of its router, with its answers to approvals. */
  router: [`{ ${value}Router } from`, `{ ${one}Answers, ${value}Router } from`] as const,
  lists: {
    declares: `declare(gateKindList, gateKindsOf('${one}', ['authorization'], () => rightTo${type}))`,
    answers: `...${one}Answers`,
  },
})

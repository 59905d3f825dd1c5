import { Button, Group, Select, Stack, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { payees } from '../payees/payees.contract.ts'
import { bankReconciliations } from '../reconciliations/reconciliations.contract.ts'
import { bankRules, directions, type Preview, type Rule } from './rules.contract.ts'

const api = bindContract(bankRules)
const reconciliationApi = bindContract(bankReconciliations)
const payeeApi = bindContract(payees)
const place = 'bank:rules'
const fields = ['contains', 'direction', 'ledger', 'acts']

/** The rules of an account: what each would do is shown before it is kept or run. */
export function RulesPage() {
  const texts = useTexts(place)
  const { id = '' } = useParams({ strict: false })
  const one = useQuery(reconciliationApi.getById.queryOptions({ id })).data
  const accountId = one?.accountId ?? ''
  const query = useQuery({ ...api.list.queryOptions({ accountId }), enabled: accountId !== '' })
  return (
    <SheetPage>
      <PageHeader title={texts('title')} back={{ to: `/accounting/bank-reconciliation/${id}/match` }} />
      {accountId && <RuleForm accountId={accountId} />}
      <Loaded query={query} height={160}>
        {(rules) =>
          rules.length === 0 ? (
            <EmptyState text={texts('empty')} />
          ) : (
            <Sheet
              label={texts('title')}
              columns={fields.map((field) => ({
                title: texts(`fields.${field}`),
                isUnseen: field === 'acts',
              }))}
            >
              {rules.map((rule) => (
                <RuleRow key={rule.id} rule={rule} reconciliationId={id} />
              ))}
            </Sheet>
          )
        }
      </Loaded>
    </SheetPage>
  )
}

function RuleRow({ rule, reconciliationId }: { rule: Rule; reconciliationId: string }) {
  const texts = useTexts(place)
  const run = useMutation({
    mutationFn: () => api.run.call({ id: rule.id, reconciliationId }),
    onSuccess: ({ matches }) => snackbar.success(texts('ran', { count: matches.length })),
  })
  const remove = useMutation({
    mutationFn: () => api.delete.call({ id: rule.id, version: rule.version }),
    onSuccess: () => snackbar.success(texts('removed')),
  })
  return (
    <tr>
      <th scope="row">{rule.contains}</th>
      <td>{texts(`values.direction.${rule.direction}`)}</td>
      <td>{rule.ledger}</td>
      <td>
        <Group gap="xs">
          <Button size="compact-sm" variant="light" loading={run.isPending} onClick={() => run.mutate()}>
            {texts('run')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {texts('remove')}
          </Button>
        </Group>
      </td>
    </tr>
  )
}

function RuleForm({ accountId }: { accountId: string }) {
  const texts = useTexts(place)
  const [contains, setContains] = useState('')
  const [direction, setDirection] = useState<(typeof directions)[number]>('out')
  const [ledgerId, setLedger] = useState<string | null>(null)
  const ledgers = useQuery(payeeApi.ledgers.queryOptions()).data ?? []
  const draft = { accountId, contains, direction, ledgerId: ledgerId ?? '' }
  const isWhole = contains.trim() !== '' && ledgerId !== null
  const look = useMutation({ mutationFn: () => api.preview.call(draft) })
  const save = useMutation({
    mutationFn: () => api.create.call(draft),
    onSuccess: () => {
      snackbar.success(texts('saved'))
      look.reset()
      setContains('')
    },
  })
  return (
    <Stack gap="sm">
      <Group align="flex-end">
        <TextInput
          label={texts('fields.contains')}
          value={contains}
          onChange={(event) => {
            look.reset()
            setContains(event.currentTarget.value)
          }}
        />
        <Select
          label={texts('fields.direction')}
          data={directions.map((value) => ({ value, label: texts(`values.direction.${value}`) }))}
          value={direction}
          onChange={(value) => {
            look.reset()
            if (value) setDirection(value)
          }}
        />
        <Select
          label={texts('fields.ledger')}
          searchable
          w={260}
          data={ledgers.map(({ id, name }) => ({ value: id, label: name }))}
          value={ledgerId}
          onChange={(value) => {
            look.reset()
            setLedger(value)
          }}
        />
        <ProcessingButton busy={look.isPending} disabled={!isWhole} onClick={() => look.mutate()}>
          {texts('preview')}
        </ProcessingButton>
        <ProcessingButton busy={save.isPending} disabled={!look.data} onClick={() => save.mutate()}>
          {texts('save')}
        </ProcessingButton>
      </Group>
      {look.data && <Found found={look.data} />}
    </Stack>
  )
}

function Found({ found }: { found: Preview }) {
  const texts = useTexts(place)
  const groups = (['change', 'against', 'excluded'] as const).filter((group) => found[group].length > 0)
  return (
    <div>
      <p role="status">
        {texts('found', {
          fit: groupDigits(String(found.fitCount)),
          change: found.change.length,
          against: found.against.length,
          excluded: found.excluded.length,
        })}
      </p>
      {groups.map((group) => (
        <section key={group} aria-label={texts(`groups.${group}`)}>
          <Title order={2} size="h5" mt="sm" mb="xs">
            {texts(`groups.${group}`)}
          </Title>
          <Lines
            texts="bank:statements"
            label={texts(`groups.${group}`)}
            rows={found[group]}
            rowKey={({ id }) => id}
            columns={[
              { key: 'bookedOn', kind: 'date' },
              { key: 'text', isHead: true },
              { key: 'amount', kind: 'number' },
            ]}
          />
        </section>
      ))}
    </div>
  )
}

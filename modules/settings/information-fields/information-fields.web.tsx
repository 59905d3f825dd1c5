import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { useLeaveQuestion } from '#kit/web/form/leave.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { informationFields } from './information-fields.contract.ts'
import type { FieldAction, FieldOption, FieldRule, FieldType } from './information-fields.domain.ts'
import css from './information-fields.module.css'

const api = bindContract(informationFields)
const place = 'settings:informationFields'

/** Which fields the form of each customer type shows and requires, and what happens while a required one is empty. */
export function InformationFields() {
  const texts = useTexts(place)
  const rules = useQuery(api.list.queryOptions())
  return (
    <div className={css.page}>
      <PageHeader title={texts('title')} />
      <p className={css.about}>{texts('about')}</p>
      <Loaded query={rules} height={480}>
        {(list) => <Sheet rules={list} />}
      </Loaded>
    </div>
  )
}

type Named = readonly { code: string; name: string }[]

/** The rules of both customer types, one of them shown; what is changed is kept together. */
function Sheet({ rules }: { rules: readonly FieldRule[] }) {
  const texts = useTexts(place)
  const types = useQuery(api.customerTypes.queryOptions())
  const fields = useQuery(api.fields.queryOptions())
  const options = useQuery(api.options.queryOptions())
  const actions = useQuery(api.actions.queryOptions())
  const [type, setType] = useState<FieldType>(1)
  const [changed, setChanged] = useState<ReadonlyMap<string, FieldRule>>(new Map())
  const change = useMutation({
    mutationFn: () => api.update.call({ fields: [...changed.values()] }),
    onSuccess: (kept) => {
      queryClient.setQueryData(api.list.queryOptions().queryKey, kept)
      setChanged(new Map())
      snackbar.success(texts('said.updated'))
    },
  })
  useLeaveQuestion(place, changed.size > 0)
  const keyOf = ({ customerType, fieldCode }: FieldRule) => `${customerType}/${fieldCode}`
  const set = (rule: FieldRule) => setChanged(new Map(changed).set(keyOf(rule), rule))
  const mayChange = useIsAllowed(api.update)
  const shown = rules
    .filter(({ customerType }) => customerType === type)
    .map((rule) => changed.get(keyOf(rule)) ?? rule)
  const nameOf = (code: string) =>
    fields.data?.find((one) => one.customerType === type && one.code === code)?.name ?? code
  return (
    <Loaded query={types}>
      {(all) => (
        <>
          <SegmentedControl
            aria-label={texts('customerType')}
            data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(type)}
            onChange={(value) => setType(Number(value) as FieldType)}
          />
          <table className={css.sheet}>
            <Heads />
            <tbody>
              {shown.map((rule) => (
                <Line
                  key={keyOf(rule)}
                  rule={rule}
                  name={nameOf(rule.fieldCode)}
                  options={options.data ?? []}
                  actions={actions.data ?? []}
                  isChanged={changed.has(keyOf(rule))}
                  onChange={mayChange ? set : undefined}
                />
              ))}
            </tbody>
          </table>
          {mayChange && (
            <footer className={css.foot}>
              <Button variant="default" disabled={changed.size === 0} onClick={() => setChanged(new Map())}>
                {texts('undo')}
              </Button>
              <ProcessingButton
                busy={change.isPending}
                disabled={changed.size === 0}
                onClick={() => change.mutate()}
              >
                {texts('save')}
              </ProcessingButton>
            </footer>
          )}
        </>
      )}
    </Loaded>
  )
}

function Heads() {
  const texts = useTexts(place)
  return (
    <thead>
      <tr>
        {['field', 'option', 'action'].map((column) => (
          <th key={column} scope="col">
            {texts(`columns.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface LineProps {
  rule: FieldRule
  name: string
  options: Named
  actions: Named
  isChanged: boolean
  /** Without it the line is only read. */
  onChange: ((rule: FieldRule) => void) | undefined
}

function Line({ rule, name, options, actions, isChanged, onChange }: LineProps) {
  const texts = useTexts(place)
  const choices = (all: Named) => all.map(({ code, name: label }) => ({ value: code, label }))
  // Only a required field can warn or stop.
  const withOption = (option: FieldOption) =>
    onChange?.({ ...rule, option, actionCode: option === 'REQUIRED' ? rule.actionCode : 'NONE' })
  return (
    <tr data-changed={isChanged || undefined}>
      <th scope="row">{name}</th>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`${name}: ${texts('columns.option')}`}
          data={choices(options)}
          value={rule.option}
          disabled={!onChange}
          onChange={(event) => withOption(event.currentTarget.value as FieldOption)}
        />
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`${name}: ${texts('columns.action')}`}
          data={choices(actions)}
          value={rule.actionCode}
          disabled={!onChange || rule.option !== 'REQUIRED'}
          onChange={(event) => onChange?.({ ...rule, actionCode: event.currentTarget.value as FieldAction })}
        />
      </td>
    </tr>
  )
}

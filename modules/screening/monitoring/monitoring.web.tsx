import { Button, Group, Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useMemo, useState } from 'react'
import * as z from 'zod'
import { bindContract, can } from '#kit/web/api.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { check, startValues, type Values } from '#kit/web/form/draft.web.ts'
import { type FormContext, FormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { customerField } from '#modules/customers/public.web.tsx'
import { type Monitored, monitoring } from './monitoring.contract.ts'
import { Because } from '#kit/contract/shapes.contract.ts'
import type { DataSource } from '../screenings/screenings.domain.ts'
import { ListExport } from '../searches/export.web.tsx'
import { customerPage, homes, screeningTones, useListNames } from '../screenings/words.web.ts'

const api = bindContract(monitoring)
const place = 'screening:monitoring'
const CustomerField = lazy(() => customerField().then((Field) => ({ default: Field })))

/** Whole days since an instant. */
const daysSince = (at: string) => Math.floor((Date.now() - new Date(at).getTime()) / 86_400_000)

function columnsOf(texts: Texts, listName: (list: string) => string): ListColumn<Monitored>[] {
  return [
    { key: 'customerName', width: 250 },
    { key: 'isEnabled', kind: 'badge', tones: { true: 'done', false: 'ended' }, width: 130 },
    {
      key: 'lastState',
      width: 160,
      cell: (state) =>
        state && <StatusBadge tone={screeningTones[state]}>{texts(`values.lastState.${state}`)}</StatusBadge>,
    },
    {
      key: 'openAlerts',
      width: 120,
      cell: (count) =>
        count !== null &&
        (count > 0 ? (
          <StatusBadge tone="attention">{count}</StatusBadge>
        ) : (
          <span className="agio-number">0</span>
        )),
    },
    { key: 'lastRunAt', kind: 'dateTime', width: 180 },
    {
      key: 'age',
      width: 110,
      cell: (_: unknown, { lastRunAt }: Monitored) =>
        lastRunAt && texts('days', { count: daysSince(lastRunAt) }),
    } as never,
    {
      key: 'lists',
      width: 240,
      cell: (lists) => lists.map(({ list, number }) => `${listName(list)} ${number}`).join(', '),
    },
    { key: 'since', kind: 'dateTime', width: 180 },
    { key: 'byName', width: 160 },
  ]
}

/** Whom each new version of the lists is matched against: when that was last, by which versions, and what is open. */
function Monitoring({ source }: { source: DataSource }) {
  const texts = useTexts(place)
  const listName = useListNames()
  const navigate = useNavigate()
  const act = useAct()
  const [mayBegin, mayEnd] = [useIsAllowed(api.enableOgm), useIsAllowed(api.disableOgm)]
  async function turn({ customerId, customerName, isEnabled }: Monitored) {
    const name = isEnabled ? 'disable' : 'enable'
    const title = texts(`acts.${name}`, { name: customerName })
    const message = texts(`questions.${name}`)
    const note = await askNote({ title, message, confirm: texts(name), required: true, danger: isEnabled })
    if (note === undefined) return
    const call = isEnabled ? api.disableOgm : api.enableOgm
    act.mutate({
      api: call,
      input: { id: customerId, dataSource: source, note },
      said: texts(`said.${isEnabled ? 'disabled' : 'enabled'}`),
    })
  }
  const history = ({ lastScreeningId }: Monitored) => `${homes[source].history}/${lastScreeningId}`
  return (
    <ListPage<Monitored>
      key={source}
      texts={place}
      title={texts(`titles.${source}`)}
      list={api.listOgm}
      columns={columnsOf(texts, listName)}
      sort="since-desc"
      always={[{ key: 'dataSource', operator: 'Equals', value: source, type: 'select' }]}
      open={(row) =>
        row.lastScreeningId === null ? customerPage({ ...row, id: row.customerId }) : history(row)
      }
      menu={(row) => [
        ...(row.lastScreeningId === null
          ? []
          : [{ label: texts('openScreening'), onSelect: () => void navigate({ to: history(row) }) }]),
        {
          label: texts('openCustomer'),
          onSelect: () => void navigate({ to: customerPage({ ...row, id: row.customerId }) }),
        },
        ...((row.isEnabled ? mayEnd : mayBegin)
          ? [{ label: texts(row.isEnabled ? 'disable' : 'enable'), onSelect: () => void turn(row) }]
          : []),
      ]}
      actions={
        <>
          <ListExport
            texts={place}
            source={source}
            columns={monitoring.listOgm.columns}
            search={[]}
            api={api.exportOgm as never}
          />
          {mayBegin && can('view_customers_information') && <Begin source={source} />}
        </>
      }
    />
  )
}

export const UnscMonitoring = () => <Monitoring source="unsc" />
export const OfacMonitoring = () => <Monitoring source="ofac" />
export const EnhancedMonitoring = () => <Monitoring source="enhanced" />

function Begin({ source }: { source: DataSource }) {
  const texts = useTexts(place)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{texts('begin')}</Button>
      {isOpen && <BeginDialog source={source} onClose={() => setOpen(false)} />}
    </>
  )
}

const BeginDraft = z.strictObject({ customerId: z.uuid(), note: Because })
const F = fieldsOf(BeginDraft)
const noChecks = new Map<string, never>()

/** Chooses a customer to be monitored from now on, and says why. */
function BeginDialog({ source, onClose }: { source: DataSource; onClose: () => void }) {
  const texts = useTexts(place)
  useFocusBack()
  const form = useForm<Values>({ initialValues: startValues(BeginDraft, {}) })
  const begin = useMutation({
    mutationFn: ({ customerId, note }: z.output<typeof BeginDraft>) =>
      api.enableOgm.call({ id: customerId, dataSource: source, note }),
    onSuccess: () => {
      onClose()
      snackbar.success(texts('said.enabled'))
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (begin.isPending) return
    const { values, faults } = check(BeginDraft, BeginDraft, form.getValues(), texts)
    form.setErrors(faults)
    if (Object.keys(faults).length === 0) begin.mutate(values as z.output<typeof BeginDraft>)
  }
  const scope = useMemo(
    (): FormContext => ({ form, draft: BeginDraft, texts, checks: noChecks }),
    [form, texts],
  )
  return (
    <Modal
      opened
      centered
      closeOnClickOutside={false}
      title={texts('begin')}
      closeButtonProps={{ 'aria-label': texts('close') }}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate>
        <FormScope value={scope}>
          <Stack gap="md">
            <Suspense>
              <CustomerField name="customerId" />
            </Suspense>
            <F.TextArea name="note" />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {texts('cancel')}
              </Button>
              <ProcessingButton type="submit" busy={begin.isPending}>
                {texts('enable')}
              </ProcessingButton>
            </Group>
          </Stack>
        </FormScope>
      </form>
    </Modal>
  )
}

import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { type LineField, numberOf } from '#kit/web/document/line-fields.web.tsx'
import { type HeadForm, LinesForm } from '#kit/web/document/lines-form.web.tsx'
import { today } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { revaluations } from './revaluations.contract.ts'
import { type RateKind, rateKinds } from './revaluations.domain.ts'

const api = bindContract(revaluations)
const place = 'ledger:revaluations'
const home = '/accounting/fx-revaluation-entry'

type Rates = Awaited<ReturnType<typeof api.rates.call>>

interface Head {
  branchId: string
  businessDate: string
  rateKind: RateKind
}

interface Typed {
  currencyId: string
  rate: string
}

const blank: Typed = { currencyId: '', rate: '' }

/** The last day of the month before this one, the day that is mostly revalued. */
function lastMonthEnd(): string {
  const [year = 0, month = 1] = today().split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10)
}

/** A new run: of which day, of which branches, at which rates; then its draft is looked at. */
export function RevaluationForm() {
  const day = lastMonthEnd()
  const rates = useQuery(api.rates.queryOptions({ businessDate: day }))
  return (
    <Loaded query={rates} height={320}>
      {(found) => <Form rates={found} day={day} />}
    </Loaded>
  )
}

function Form({ rates, day }: { rates: Rates; day: string }) {
  const texts = useTexts(place)
  const columns: readonly LineField<Typed>[] = [
    {
      key: 'currencyId',
      kind: 'choice',
      width: 120,
      choices: rates.map(({ currencyId, currency, quoteUnit }) => ({
        value: currencyId,
        label: quoteUnit === 1 ? currency : `${currency} / ${quoteUnit}`,
      })),
    },
    { key: 'rate', kind: 'number', width: 140 },
  ]
  return (
    <LinesForm<Head, Typed>
      texts={place}
      title={texts('create')}
      about={texts('about.create')}
      home={home}
      initial={{ branchId: '', businessDate: day, rateKind: 'mid' }}
      blank={blank}
      begin={rates.map(({ currencyId, mid }) => ({ currencyId, rate: mid ?? '' }))}
      fields={(form) => <HeadFields form={form} />}
      columns={(head) => columns.map((column) => ({ ...column, isOff: () => head.rateKind !== 'entered' }))}
      isFilled={({ currencyId }) => currencyId !== ''}
      submits={[
        {
          text: 'simulate',
          call: ({ branchId, businessDate, rateKind }, lines) =>
            api.create.call({
              branchId: branchId || null,
              businessDate,
              rateKind,
              rates: rateKind === 'entered' ? entered(lines) : [],
            }),
        },
      ]}
    />
  )
}

const entered = (lines: readonly Typed[]) =>
  lines.flatMap(({ currencyId, rate }) => (rate === '' ? [] : [{ currencyId, rate: numberOf(rate) ?? rate }]))

function HeadFields({ form: { head, set, faultAt, texts } }: { form: HeadForm<Head> }) {
  return (
    <>
      <DateBox
        label={texts('fields.businessDate')}
        w={170}
        value={head.businessDate}
        error={faultAt('businessDate')}
        onChange={(businessDate) => set({ businessDate })}
      />
      <BranchChoice
        label={texts('fields.branchId')}
        placeholder={texts('whole')}
        value={head.branchId || null}
        onChange={(branchId) => set({ branchId: branchId ?? '' })}
      />
      <Select
        label={texts('fields.rateKind')}
        w={170}
        data={rateKinds.map((value) => ({ value, label: texts(`values.rateKind.${value}`) }))}
        value={head.rateKind}
        onChange={(value) => set({ rateKind: value as RateKind })}
      />
    </>
  )
}

import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { isUnreadable } from '#kit/domain/numbers.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { type HeadForm, LinesForm } from '#kit/web/document/lines-form.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CustomerSelect } from '#modules/customers/public.web.tsx'
import { days } from '#modules/inventory/days/days.contract.ts'
import { isBarcode } from '../items/barcodes.domain.ts'
import { items } from '../items/items.contract.ts'
import { newId } from '#kit/web/new-id.web.ts'
import { sales } from '../sales/sales.contract.ts'

const api = bindContract(sales)
const itemApi = bindContract(items)
const dayApi = bindContract(days)
const texts = 'retail:sales'
const emptyHead = { name: '', discount: '', customerId: '' }
const blank = { scan: '', quantity: '1', price: '' }
type Line = typeof blank

/** A basket, scanned line by line; the money is taken on its page. */
export function SaleForm() {
  const say = useTexts(texts)
  const [id] = useState(newId)
  const current = useQuery(dayApi.current.queryOptions({}))
  return (
    <Loaded query={current} height={320}>
      {({ day }) =>
        day?.state === 'open' ? (
          <LinesForm<typeof emptyHead, Line>
            texts={texts}
            title={say('create')}
            about={say('about.create')}
            home="/pos-retail/sales"
            initial={emptyHead}
            blank={blank}
            fields={(form) => <Head {...form} />}
            columns={[
              { key: 'scan', kind: 'text', width: 200, endsLine: true },
              { key: 'quantity', kind: 'number', width: 80 },
              { key: 'price', kind: 'number', width: 120 },
            ]}
            isFilled={({ scan }) => scan.trim() !== ''}
            under={({ scan, quantity }) =>
              scan.trim() !== '' && (
                <Found
                  code={scan.trim()}
                  branchId={day.branchId}
                  counterId={day.counterId}
                  quantity={unitsOf(quantity)}
                />
              )
            }
            submits={[
              {
                text: 'create',
                call: async ({ name, discount, customerId }, lines) =>
                  api.create.call({
                    id,
                    branchId: day.branchId,
                    counterId: day.counterId,
                    name,
                    customerId: customerId || null,
                    discount: discount ? numberOf(discount) : '0',
                    lines: await Promise.all(lines.map((line) => scanned(line, day))),
                  }),
              },
            ]}
          />
        ) : (
          <SheetPage>
            <PageHeader title={say('create')} back={{ to: '/pos-retail/sales' }} />
            <EmptyState text={say('noDay')}>
              <TextLink to="/inventory/day">{say('toDay')}</TextLink>
            </EmptyState>
          </SheetPage>
        )
      }
    </Loaded>
  )
}

/** What is taken off, by which name it is put aside, and who buys, where that is asked. */
const Head = ({ head, set, faultAt, texts: label }: HeadForm<typeof emptyHead>) => (
  <>
    {(['discount', 'name'] as const).map((key) => (
      <TextInput
        key={key}
        label={label(`fields.${key}`)}
        w={180}
        maxLength={60}
        value={head[key]}
        error={faultAt(key)}
        onChange={(event) => set({ [key]: event.currentTarget.value })}
      />
    ))}
    <Suspense>
      <CustomerSelect
        label={label('fields.customerId')}
        nobody={label('noCustomer')}
        w={260}
        value={head.customerId}
        error={faultAt('customerId')}
        onChange={(customerId) => set({ customerId })}
      />
    </Suspense>
  </>
)

/** A line as it is sold: a pack is so many units. */
async function scanned(
  { scan, quantity, price }: Line,
  { branchId, counterId }: { branchId: string; counterId: string },
) {
  const item = await itemApi.getByBarcode.call({ code: scan.trim(), branchId, counterId })
  return {
    itemId: item.id,
    quantity: String(Number(numberOf(quantity)) * item.units),
    price: price ? numberOf(price) : item.price,
    serials: item.serial ? [item.serial] : [],
  }
}

const unitsOf = (typed: string) => (isUnreadable(typed) ? '' : numberOf(typed))

/** For so long no key comes once a code is typed to its end. */
const rest = 150

interface FoundProps {
  code: string
  branchId: string
  counterId: string
  quantity: string
}

/** What a code stands for, and how many there are; asked once it is whole: by its check digit at once, else when the typing rests. */
function Found({ code, branchId, counterId, quantity }: FoundProps) {
  const say = useTexts(texts)
  const [rested] = useDebouncedValue(code, rest)
  const isWhole = code.length > 2 && (code === rested || (/^\d{12,14}$/.test(code) && isBarcode(code)))
  const { data, error } = useQuery({
    ...itemApi.getByBarcode.queryOptions({ code, branchId, counterId }),
    retry: false,
    enabled: isWhole,
  })
  if (error) return <span>{say('notFound')}</span>
  if (!data) return null
  const { available, tracking, batches } = data
  const first = batches[0] && `${batches[0].code} ${batches[0].expiresOn ?? ''}`
  const parts = [
    data.name,
    data.serial,
    first,
    data.units > 1 && `× ${data.units}`,
    data.price && groupDigits(data.price),
  ]
  const isShort = available !== null && compareDecimals(available, quantity || '1') < 0
  const stock =
    available !== null && say(isShort && tracking === 'quantity' ? 'short' : 'available', { available })
  return <span role={isShort ? 'alert' : undefined}>{[...parts, stock].filter(Boolean).join(' · ')}</span>
}

import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract, can } from '#kit/web/api.web.ts'
import { dateText, dateTimeText, rateText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader } from '#kit/web/parts.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { type Dashboard as Data, dashboard } from './dashboard.contract.ts'
import css from './dashboard.module.css'

const api = bindContract(dashboard)
const place = 'reports:dashboard'
const gates = ['authorization', 'limit', 'rba', 'pending'] as const

/** Where the person works, at a look: volume and gain of today, what waits, what is there, what runs out. */
export function Dashboard() {
  const texts = useTexts(place)
  const query = useQuery({ ...api.get.queryOptions(), refetchInterval: 60_000 })
  const deals = can('view_transactions', 'create_transactions')
  return (
    <div className={css.page}>
      <PageHeader
        title={texts('title')}
        aside={query.data && `${texts(`levels.${query.data.level}`)} · ${dateText(query.data.businessDate)}`}
      />
      <Loaded query={query} height={480}>
        {(data) => (
          <>
            {deals && <Today data={data} />}
            <div className={css.columns}>
              {deals && <Hours data={data} />}
              {deals && <Waiting data={data} />}
              {data.branches.length > 1 && <Branches data={data} />}
            </div>
            <Positions data={data} />
          </>
        )}
      </Loaded>
    </div>
  )
}

interface PartProps {
  data: Data
}

function Today({ data: { today, before, localCurrency } }: PartProps) {
  const texts = useTexts(place)
  if (!today) return null
  const { gain } = today
  const figure = (label: string, value: string, note?: string) => (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className="agio-number" data-negative={value.startsWith('-') || undefined}>
          {groupDigits(value)}
        </span>
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  )
  const former = (value: string | undefined) =>
    value === undefined ? undefined : texts('before', { value: groupDigits(value) })
  const gained = (kind: 'dealing' | 'holding') =>
    gain && figure(`${texts(`fields.${kind}`)}, ${localCurrency}`, gain[kind], texts('ofDay'))
  return (
    <dl className={css.figures} aria-label={texts('today')} title={gain ? texts('gainNote') : undefined}>
      {figure(texts('deals'), String(today.deals), former(before?.deals.toString()))}
      {figure(texts('bought', { code: localCurrency }), today.buy, former(before?.buy))}
      {figure(texts('sold', { code: localCurrency }), today.sell, former(before?.sell))}
      {figure(texts('fees', { code: localCurrency }), today.fee, former(before?.fee))}
      {gained('dealing')}
      {gained('holding')}
    </dl>
  )
}

/** The volume of the day by hour, as two rows of bars over the same hours. */
function Hours({ data: { hours } }: PartProps) {
  const texts = useTexts(place)
  const [first, last] = [
    Math.min(8, ...hours.map(({ hour }) => hour)),
    Math.max(19, ...hours.map(({ hour }) => hour)),
  ]
  const most = Math.max(1, ...hours.flatMap(({ buy, sell }) => [Number(buy), Number(sell)]))
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const of = (hour: number, side: 'buy' | 'sell') => hours.find((one) => one.hour === hour)?.[side] ?? '0'
  return (
    <section className={css.card}>
      <Title order={2}>{texts('byHour')}</Title>
      {hours.length === 0 ? (
        <p className={css.quiet}>{texts('noDeals')}</p>
      ) : (
        <>
          <div className={css.key} aria-hidden>
            <span data-side="buy">{texts('sides.buy')}</span>
            <span data-side="sell">{texts('sides.sell')}</span>
          </div>
          <div className={css.bars} role="img" aria-label={texts('byHour')}>
            {all.map((hour) => (
              <span
                key={hour}
                className={css.hour}
                title={texts('hour', {
                  hour,
                  buy: groupDigits(of(hour, 'buy')),
                  sell: groupDigits(of(hour, 'sell')),
                })}
              >
                <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden>
                  {(['buy', 'sell'] as const).map((side, at) => {
                    const height = (Number(of(hour, side)) / most) * 100
                    return (
                      <rect
                        key={side}
                        data-side={side}
                        x={at * 5 + 0.5}
                        width={4}
                        y={100 - height}
                        height={height}
                      />
                    )
                  })}
                </svg>
                <small>{hour}</small>
              </span>
            ))}
          </div>
        </>
      )}
    </section>
  )
}

function Waiting({ data: { waiting } }: PartProps) {
  const texts = useTexts(place)
  const open = gates.filter((gate) => (waiting[gate] ?? 0) > 0)
  return (
    <section className={css.card}>
      <Title order={2}>{texts('waiting')}</Title>
      {open.length === 0 && <p className={css.quiet}>{texts('nothingWaits')}</p>}
      <ul className={css.waiting}>
        {waiting.mine > 0 && (
          <li>
            <Link to="/transaction-approvals">
              <strong className="agio-number">{waiting.mine}</strong> {texts('gates.mine')}
            </Link>
          </li>
        )}
        {open.map((gate) => (
          <li key={gate}>
            <Link to="/pending-transaction">
              <strong className="agio-number">{waiting[gate]}</strong> {texts(`gates.${gate}`)}
            </Link>
          </li>
        ))}
      </ul>
      {waiting.oldest && <p className={css.quiet}>{texts('oldest', { at: dateTimeText(waiting.oldest) })}</p>}
    </section>
  )
}

function Branches({ data: { branches } }: PartProps) {
  const texts = useTexts(place)
  return (
    <section className={css.card}>
      <Title order={2}>{texts('byBranch')}</Title>
      <Sheet
        label={texts('byBranch')}
        columns={[
          { title: texts('branch') },
          { title: texts('deals'), isNumber: true },
          { title: texts('sides.buy'), isNumber: true },
          { title: texts('sides.sell'), isNumber: true },
        ]}
      >
        {branches.map(({ branchId, name, deals, buy, sell }) => (
          <tr key={branchId}>
            <th scope="row">{name}</th>
            <td data-number>{deals}</td>
            <td data-number>{groupDigits(buy)}</td>
            <td data-number>{groupDigits(sell)}</td>
          </tr>
        ))}
      </Sheet>
    </section>
  )
}

/** What is there of each currency, at which rates it is dealt, and what runs out. */
function Positions({ data: { positions, localCurrency } }: PartProps) {
  const texts = useTexts(place)
  const low = positions.filter(({ isLow }) => isLow)
  const isShown = positions.some(({ quantity }) => quantity !== null)
  const stock = isShown ? ['quantity', 'value', 'share'] : []
  const heads = ['currency', ...stock, 'soldDaily', 'buy', 'sell', 'state']
  const most = Math.max(1, ...positions.map(({ value }) => Math.abs(Number(value ?? 0))))
  return (
    <section className={css.card}>
      <Title order={2}>
        {texts('positions', { code: localCurrency })}{' '}
        {low.length > 0 && (
          <StatusBadge tone="attention">{texts('lowCount', { count: low.length })}</StatusBadge>
        )}
      </Title>
      {!isShown && positions.length > 0 && (
        <p className={css.quiet}>
          {texts('stock')}: {texts('notShown')}
        </p>
      )}
      <Sheet
        label={texts('positions', { code: localCurrency })}
        columns={heads.map((key) => ({
          title: texts(`fields.${key}`),
          isNumber: !['currency', 'share', 'state'].includes(key),
          isUnseen: key === 'share' || key === 'state',
        }))}
      >
        {positions.map((one) => (
          <tr key={one.currencyId}>
            <th scope="row">
              <CurrencyLabel code={one.code} flagCode={one.flagCode} />
            </th>
            {isShown && (
              <>
                <td data-number data-negative={one.quantity?.startsWith('-') || undefined}>
                  {one.quantity === null ? '–' : groupDigits(one.quantity)}
                </td>
                <td data-number>{one.value === null ? '–' : groupDigits(one.value)}</td>
                <td className={css.share}>
                  <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
                    <rect width={(Math.abs(Number(one.value ?? 0)) / most) * 100} height={8} />
                  </svg>
                </td>
              </>
            )}
            <td data-number>
              {one.soldDaily && Number(one.soldDaily) > 0 ? groupDigits(one.soldDaily) : '–'}
            </td>
            <td data-number>{one.buy ? rateText(one.buy, 4) : '–'}</td>
            <td data-number>{one.sell ? rateText(one.sell, 4) : '–'}</td>
            <td>{one.isLow && <StatusBadge tone="attention">{texts('low')}</StatusBadge>}</td>
          </tr>
        ))}
      </Sheet>
    </section>
  )
}

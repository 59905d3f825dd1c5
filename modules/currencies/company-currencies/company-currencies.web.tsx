import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { DetailPage } from '#kit/web/detail/detail-page.web.tsx'
import { RowActs, useRowActs } from '#kit/web/detail/row-acts.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, PageHeader } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { enabled } from '#kit/web/resource/resource.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { companyCurrencies, type Currency } from './company-currencies.contract.ts'
import { CurrencyLabel } from '../iso/flag.web.tsx'
import css from './currencies.module.css'

const api = bindContract(companyCurrencies)
const place = 'currencies:currencies'
const home = '/settings/currency'
const parts = '/settings/sub-currency-setting'

const Sheet = lazy(() => import('./sheet.web.tsx').then((m) => ({ default: m.Sheet })))

const acting = {
  texts: place,
  api,
  list: home,
  edit: ({ id }: Currency) => `${home}/update/${id}`,
  name: ({ code }: Currency) => code,
}

/** The company's currencies in their order, which is changed by dragging or by keys. */
export function CurrencyList() {
  const texts = useTexts(place)
  const query = useQuery(api.list.queryOptions())
  const acts = useRowActs(acting)
  const { canCreate, canUpdate } = usePermissionFlags(api)
  const add = canCreate && (
    <Button renderRoot={(rest) => <Link to={`${home}/create`} {...rest} />}>{texts('create')}</Button>
  )
  return (
    <SheetPage>
      <PageHeader title={texts('title')} aside={query.data?.length}>
        <Button variant="default" renderRoot={(rest) => <Link to={parts} {...rest} />}>
          {texts('subCurrencies')}
        </Button>
        {add}
      </PageHeader>
      <Loaded query={query} height={480}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState text={texts('empty')}>{add}</EmptyState>
          ) : (
            <Suspense>
              <Sheet currencies={all} mayMove={canUpdate} acts={acts} />
            </Suspense>
          )
        }
      </Loaded>
    </SheetPage>
  )
}

const facts: readonly Fact<Currency>[] = [
  { key: 'code', cell: (code, { flagCode }) => <CurrencyLabel code={code} flagCode={flagCode} /> },
  { key: 'quoteUnit', kind: 'number' },
  { key: 'exponent', kind: 'number' },
  { key: 'cashUnit', kind: 'number' },
  { key: 'createdAt', kind: 'dateTime' },
]
/** The page of a currency; its sub-currencies go below its notes and coins. */
export function CurrencyDetail({ below }: { below: (currency: Currency) => ReactNode }) {
  const { id = '' } = useParams({ strict: false })
  const acts = useRowActs(acting)
  return (
    <DetailPage
      texts={place}
      get={api.getById}
      id={id}
      title={({ code, name }) => `${code} · ${name}`}
      back={home}
      badge={enabled}
      groups={[{ name: 'facts', facts }]}
      actions={(row) => <RowActs acts={acts(row)} />}
    >
      {(row) => (
        <>
          <Denominations currency={row} />
          {below(row)}
        </>
      )}
    </DetailPage>
  )
}

function Denominations({ currency: { denominations } }: { currency: Currency }) {
  const texts = useTexts(place)
  return ['note', 'coin'].map((kind) => {
    const own = denominations.filter((one) => one.kind === kind)
    return (
      <section key={kind}>
        <Title order={2} fz={14} fw={600} className={css.heading}>
          {texts(`groups.${kind}`)}
        </Title>
        {own.length === 0 ? (
          <span className={css.muted}>{texts('none')}</span>
        ) : (
          <ul className={css.chips}>
            {own.map(({ faceValue }) => (
              <li key={faceValue}>{groupDigits(faceValue)}</li>
            ))}
          </ul>
        )}
      </section>
    )
  })
}

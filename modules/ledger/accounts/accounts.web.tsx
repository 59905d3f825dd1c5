import { useQuery } from '@tanstack/react-query'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { groupDigits } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import css from '../journal/ledger.module.css'
import { accounts } from './accounts.contract.ts'

const api = bindContract(accounts)
const place = 'ledger:accounts'
const fields = ['code', 'name', 'class', 'debit', 'credit']
const sides = ['debit', 'credit'] as const

/** What stands on a side; nothing where the account stands on the other. */
const on = (side: (typeof sides)[number], balance: string): string | undefined => {
  const isCredit = balance.startsWith('-')
  return isCredit === (side === 'credit') && Number(balance) !== 0 ? balance.replace('-', '') : undefined
}

const totalOf = (amounts: readonly string[]) => {
  const places = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  return amounts.reduce((sum, amount) => sum.plus(amount), new Exact(0)).toFixed(places)
}

/** The chart of accounts with what each comes to, and both sides added up; an account leads to its lines. */
export function Accounts() {
  const texts = useTexts(place)
  const query = useQuery(api.list.queryOptions())
  return (
    <SheetPage>
      <PageHeader title={texts('title')} aside={query.data?.length} />
      <Loaded query={query} height={480}>
        {(all) => (
          <Sheet
            label={texts('title')}
            columns={fields.map((field) => ({
              title: texts(`fields.${field}`),
              isNumber: field === 'debit' || field === 'credit',
            }))}
          >
            {all.map((account) => (
              <tr key={account.id}>
                <td className="agio-number">{account.code}</td>
                <th scope="row">
                  <TextLink to={`/accounting/detail-ledger-analysis?account=${account.id}`}>
                    {account.name}
                  </TextLink>
                </th>
                <td>{texts(`values.class.${account.class}`)}</td>
                {sides.map((side) => (
                  <td key={side} data-number>
                    {groupDigits(on(side, account.balance) ?? '')}
                  </td>
                ))}
              </tr>
            ))}
            <tr className={css.edge}>
              <th scope="row" colSpan={3}>
                {texts('total')}
              </th>
              {sides.map((side) => (
                <td key={side} data-number>
                  {groupDigits(totalOf(all.map(({ balance }) => on(side, balance) ?? '0')))}
                </td>
              ))}
            </tr>
          </Sheet>
        )}
      </Loaded>
    </SheetPage>
  )
}

import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { groupDigits } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { accounts } from './accounts.contract.ts'

const api = bindContract(accounts)
const place = 'ledger:accounts'
const fields = ['code', 'name', 'class', 'balance']

/** The chart of accounts with what each comes to; an account leads to its lines. */
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
              isNumber: field === 'balance',
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
                <td data-number>{groupDigits(account.balance)}</td>
              </tr>
            ))}
          </Sheet>
        )}
      </Loaded>
    </SheetPage>
  )
}

import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Currency } from '../company-currencies/company-currencies.contract.ts'
import { CurrencyDetail } from '../company-currencies/company-currencies.web.tsx'
import css from '../company-currencies/currencies.module.css'
import { subCurrencies } from './sub-currencies.contract.ts'

const api = bindContract(subCurrencies)

/** The page of a currency, with its sub-currencies. */
export function CurrencyPage() {
  return <CurrencyDetail below={(currency) => <SubCurrencies currency={currency} />} />
}

function SubCurrencies({ currency: { id } }: { currency: Currency }) {
  const texts = useTexts('currencies:currencies')
  const query = useQuery(api.activeList.queryOptions({ currencyId: id }))
  return (
    <section>
      <Title order={2} fz={14} fw={600} className={css.heading}>
        {texts('subCurrencies')}
      </Title>
      <Loaded query={query} height={40}>
        {(list) =>
          list.length === 0 ? (
            <span className={css.muted}>{texts('none')}</span>
          ) : (
            <ul className={css.chips}>
              {list.map((one) => (
                <li key={one.id}>
                  <Link to={`/settings/sub-currency-setting/${one.id}`} className={css.name}>
                    {one.name}
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

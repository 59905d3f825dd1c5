import { Suspense } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { PairSheet } from '../pair-rates/pair-sheet.web.tsx'
import { rateOf } from '../pair-rates/typed.domain.ts'
import { ScopeBar } from '../scoped-rates/scoped-rates.web.tsx'
import { CustomerField } from './customer-field.web.tsx'
import { type CustomPrice, customRates, CustomScope } from './custom-rates.contract.ts'

const api = bindContract(customRates)

/** Explicit rates of every pair for one scope or one named customer, as a sheet. */
export const CustomSheet = () => (
  <PairSheet
    place="rates:customRates"
    home="/settings/custom-rate"
    api={api}
    scope={CustomScope}
    fields={['buy', 'sell']}
    read={read}
    show={({ buy, sell }) => [buy ?? '', sell ?? '']}
    deals={(price) => price}
    above={
      <>
        <Suspense>
          <CustomerField name="customerId" />
        </Suspense>
        <ScopeBar />
      </>
    }
  />
)

/** What is not typed stays as it holds; a dash ends a side. */
function read(typed: readonly string[], holds: CustomPrice | null): CustomPrice | undefined {
  const side = (text = '', now: string | null = null) =>
    text.trim() === '' ? now : /^\s*[-–—]\s*$/.test(text) ? null : rateOf(text)
  const [buy, sell] = [side(typed[0], holds?.buy), side(typed[1], holds?.sell)]
  return buy === undefined || sell === undefined ? undefined : { buy, sell }
}

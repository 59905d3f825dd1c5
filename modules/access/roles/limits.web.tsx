import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { roles } from './roles.contract.ts'
import { type Limit, percentages } from './roles.domain.ts'
import css from './limits.module.css'

const api = bindContract(roles)
type Types = Awaited<ReturnType<typeof api.listLimitTypes.call>>

/** The limits of a role to read; a type that is not there is not allowed. */
export function LimitList({ texts: place, limits }: { texts: string; limits: readonly Limit[] }) {
  const texts = useTexts(place)
  const types = useQuery(api.listLimitTypes.queryOptions())
  if (limits.length === 0) return <p className={css.nothing}>{texts('limits.noneAtAll')}</p>
  const table = (all: Types) => (
    <table className={css.limits} data-narrow>
      <thead>
        <tr>
          <th scope="col">{texts('limits.type')}</th>
          <th scope="col">{texts('limits.rule')}</th>
        </tr>
      </thead>
      <tbody>
        {all.flatMap(({ type, name }) => {
          const limit = limits.find((one) => one.type === type)
          if (!limit) return []
          return [
            <tr key={type}>
              <th scope="row">{name}</th>
              <td className="agio-number">
                {limit.amount === null
                  ? texts('limits.rules.unlimited')
                  : `${groupDigits(limit.amount)}${percentages.includes(type) ? '%' : ''}`}
              </td>
            </tr>,
          ]
        })}
      </tbody>
    </table>
  )
  return <Loaded query={types}>{table}</Loaded>
}

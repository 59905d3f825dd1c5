import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { dateTimeText } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { anchors } from './anchors.contract.ts'
import { readably } from './anchors.domain.ts'
import css from '../journal/ledger.module.css'

const api = bindContract(anchors)

/** The last seal of the books and the last anchor, for the foot of a report: on paper it proves what the books were then. */
export function SealedHead() {
  const texts = useTexts('ledger:anchors')
  const { data } = useQuery({ ...api.head.queryOptions(), staleTime: 0 })
  if (!data?.head) return null
  const { seal, hash, sealedAt, anchor } = data.head
  return (
    <div role="note" className={css.head}>
      <span>
        {texts('head.seal', {
          seal: groupDigits(seal),
          at: dateTimeText(sealedAt),
          hash: readably(hash),
        })}
      </span>
      <span>
        {anchor
          ? texts('head.anchor', {
              seal: groupDigits(anchor.seal),
              at: dateTimeText(anchor.at),
              fingerprint: readably(anchor.fingerprint),
            })
          : texts('head.none')}
      </span>
    </div>
  )
}

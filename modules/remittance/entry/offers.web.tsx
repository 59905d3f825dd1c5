import { Fieldset, TextInput } from '@mantine/core'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { messageOf } from '#kit/web/failures.web.ts'
import { dateText, rateText } from '#kit/web/format.web.ts'
import { ErrorBox } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { EntryForm } from './use-entry.web.ts'
import css from './entry.module.css'

const place = 'remittance:orders'

/** What each partner offers, the best first, and what is told the customer before money is taken. */
export function Offers({ form }: { form: EntryForm }) {
  const texts = useTexts(place)
  const { entry, found, chosen, offers, put, faultAt, isAsked } = form
  if (!isAsked) return <p className={css.quiet}>{texts('askAmount')}</p>
  if (offers.error) return <ErrorBox>{messageOf(offers.error)}</ErrorBox>
  if (offers.isSuccess && found.length === 0) return <ErrorBox>{texts('noOffer')}</ErrorBox>
  return (
    <>
      <Fieldset legend={texts('offers')} variant="unstyled">
        {found.map((one) => (
          <label key={one.providerId} className={css.offer}>
            <input
              type="radio"
              name="providerId"
              checked={one === chosen}
              onChange={() => put({ providerId: one.providerId })}
            />
            <span>{one.provider}</span>
            <span className={css.gets}>
              {groupDigits(one.gets)} {entry.currency}
            </span>
            <small>
              {texts('offer', {
                rate: rateText(one.rate),
                total: groupDigits(one.total),
                date: dateText(one.arrivesOn),
              })}
            </small>
          </label>
        ))}
      </Fieldset>
      {chosen && chosen !== found[0] && (
        <TextInput
          label={texts('fields.providerReason')}
          data-path="providerReason"
          withAsterisk
          maxLength={200}
          value={entry.providerReason}
          error={faultAt('providerReason')}
          onChange={(event) => put({ providerReason: event.currentTarget.value })}
        />
      )}
      {chosen && <Told chosen={chosen} currency={entry.currency} />}
    </>
  )
}

type Offer = NonNullable<EntryForm['chosen']>

/** The disclosure: everything that the customer pays, and what arrives when. */
function Told({ chosen, currency }: { chosen: Offer; currency: string }) {
  const texts = useTexts(place)
  const facts = [
    ['sends', groupDigits(chosen.sends)],
    ['fee', groupDigits(chosen.fee)],
    ['tax', groupDigits(chosen.tax)],
    ['rate', `${rateText(chosen.rate)} ${currency}`],
    ['gets', `${groupDigits(chosen.gets)} ${currency}`],
    ['arrivesOn', dateText(chosen.arrivesOn)],
  ] as const
  return (
    <dl className={css.told} aria-label={texts('disclosure')}>
      {facts.map(([key, value]) => (
        <div key={key}>
          <dt>{texts(`fields.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div data-total>
        <dt>{texts('fields.total')}</dt>
        <dd>{groupDigits(chosen.total)}</dd>
      </div>
    </dl>
  )
}

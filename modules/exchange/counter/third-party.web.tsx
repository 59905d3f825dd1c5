import { Input, UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { bindContract } from '#kit/web/api.web.ts'
import { UploadField } from '#kit/web/form/upload-field.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { avatarRule } from '#modules/customers/profiles/profiles.contract.ts'
import { findRepresentative } from '../entry/draft.domain.ts'
import { focusOn, useDeal } from '../entry/use-deal.web.ts'
import { thirdParties } from '../third-parties/third-parties.contract.ts'
import type { ThirdParty } from '../third-parties/third-parties.domain.ts'
import { Foldable, PaperFields, useAsked } from '../entry/papers.web.tsx'
import css from '../entry/entry.module.css'

const place = 'exchange:deal'
const api = bindContract(thirdParties)

interface PartyProps {
  party: ThirdParty
  /** Of the field that the server calls by it. */
  path: string
  /** What a third party is called here, and the same with the number of the payment. */
  field: string
  label: string
  /** Behind an act, since it is the exception: whoever came with cash costs the ordinary deal no key. */
  isFolded: boolean
  put: (party: ThirdParty) => void
}

/**
 * Who pays, is paid or came, where it is not the customer: they are screened, and a second person agrees. Their document and its copy
 * are there to be entered, and marked where a rule asks for them.
 */
export function ThirdPartyFields({ party, path, field, label, isFolded, put }: PartyProps) {
  const texts = useTexts(place)
  const asked = useAsked()
  const [isOpen, setOpen] = useState(false)
  const { name, ...paper } = party
  if (isFolded && !isOpen && name === '')
    return (
      <UnstyledButton
        className={`${css.link} ${css.behalf}`}
        onClick={() => {
          flushSync(() => setOpen(true))
          focusOn(`${path}.name`)
        }}
      >
        {texts('onBehalf.act')}
      </UnstyledButton>
    )
  const keys = ['idType', 'idNumber', 'idIssuingCountry', 'copyId'] as const
  const isNeeded = keys.some((key) => asked(`${path}.${key}`) !== undefined || Boolean(paper[key]))
  return (
    <div className={css.third}>
      <input
        className={css.reason}
        data-path={`${path}.name`}
        aria-label={label}
        placeholder={field}
        maxLength={200}
        value={name}
        onChange={(event) => put({ ...party, name: event.currentTarget.value })}
      />
      {name.trim() !== '' && (
        <Foldable title={texts('thirdParty.paper')} isNeeded={isNeeded}>
          <PaperFields path={path} paper={paper} put={(part) => put({ ...party, ...part })} />
          <Copy
            path={`${path}.copyId`}
            isThere={party.copyId !== null}
            put={(copyId) => put({ ...party, copyId })}
          />
        </Foldable>
      )}
    </div>
  )
}

interface CopyProps {
  path: string
  isThere: boolean
  put: (copyId: string | null) => void
}

/** The copy of a document: taken in at once, and named by the deal that is made. */
function Copy({ path, isThere, put }: CopyProps) {
  const texts = useTexts(place)
  const asked = useAsked()
  const take = useMutation({
    meta: { handled: true },
    mutationFn: (file: File) => api.uploadCopy.call({ file }),
    onSuccess: ({ id }) => put(id),
  })
  const error = take.error ? messageOf(take.error) : asked(path)
  if (isThere)
    return (
      <Input.Wrapper label={texts('needs.copyId')} size="xs" labelElement="div" data-path={path}>
        <div className={css.copy}>
          <span>{texts('thirdParty.hasCopy')}</span>
          <UnstyledButton className={css.link} onClick={() => put(null)}>
            {texts('thirdParty.removeCopy')}
          </UnstyledButton>
        </div>
      </Input.Wrapper>
    )
  return (
    <div data-path={path} className={css.adding}>
      <UploadField
        label={texts('needs.copyId')}
        add={texts('thirdParty.addCopy')}
        files={[]}
        accept={avatarRule.types.join(',')}
        disabled={take.isPending}
        {...(error ? { error } : {})}
        onChange={([added]) => added?.file && take.mutate(added.file)}
      />
    </div>
  )
}

/** Who came for the customer, where no money is left to pay and so no payment names them. */
export function Bearer() {
  const texts = useTexts(place)
  const { basket, pricing, change } = useDeal()
  const { isNothing } = pricing
  const party = findRepresentative(basket, isNothing)
  const isDealt = pricing.lines.some((line) => line.isWhole)
  if (party.name === '' && !(isNothing && isDealt)) return null
  return (
    <section className={css.part} aria-label={texts('onBehalf.who')}>
      {party.name !== '' && <h2>{texts('onBehalf.who')}</h2>}
      <ThirdPartyFields
        party={party}
        path="thirdParty"
        field={texts('onBehalf.who')}
        label={texts('onBehalf.who')}
        isFolded
        // What payments said is taken over with the first change: it is said here from then on.
        put={(thirdParty) => change({ thirdParty, ...(isNothing && { payments: [] }) })}
      />
    </section>
  )
}

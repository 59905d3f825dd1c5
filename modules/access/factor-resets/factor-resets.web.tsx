import { Alert, Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { askNote, confirm } from '#kit/web/dialogs.web.tsx'
import { dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import css from '../factors/factors.module.css'
import { settledDays } from '../proofs/proofs.domain.ts'
import { waitingHours } from './factor-resets.domain.ts'
import { factorResets, type Reset, type UserFactors as Factors } from './factor-resets.contract.ts'

const api = bindContract(factorResets)
const place = 'access:factorResets'

/** A user's second factors, and taking them away by two administrators. */
export function UserFactors({ userId }: { userId: string }) {
  const texts = useTexts(place)
  const query = useQuery(api.ofUser.queryOptions({ id: userId }))
  return (
    <section className={css.section}>
      <Title order={2} className={css.heading}>
        {texts('title')}
      </Title>
      <Loaded query={query} height={48}>
        {(all) => (
          <>
            <Held {...all} />
            {all.reset && <Open reset={all.reset} />}
            {all.bar && <p className={css.hint}>{texts(`bars.${all.bar}`, { days: settledDays })}</p>}
            {all.canAsk && <Ask userId={userId} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Held({ factors, recoveryLeft, isRequired }: Factors) {
  const texts = useTexts(place)
  const kinds = useTexts('access:factors')
  if (factors.length === 0) return <p className={css.about}>{texts(isRequired ? 'required' : 'none')}</p>
  return (
    <>
      <ul className={css.list}>
        {factors.map(({ id, kind, name, lastUsedAt }) => (
          <li key={id}>
            <div className={css.factor}>
              <strong>{name}</strong>
              <span>
                {kinds(`values.kind.${kind}`)}
                {lastUsedAt && ` · ${texts('lastUsed', { at: dateTimeText(lastUsedAt) })}`}
              </span>
            </div>
          </li>
        ))}
      </ul>
      <p className={css.hint}>{texts('left', { count: recoveryLeft })}</p>
    </>
  )
}

function Ask({ userId }: { userId: string }) {
  const texts = useTexts(place)
  const act = useAct()
  async function ask() {
    const reason = await askNote({
      title: texts('ask'),
      message: texts('askAbout', { hours: waitingHours }),
      required: true,
    })
    if (reason) act.mutate({ api: api.ask, input: { id: userId, reason }, said: texts('said.asked') })
  }
  return (
    <BusyButton variant="default" busy={act.isPending} onClick={() => void ask()}>
      {texts('ask')}
    </BusyButton>
  )
}

/** What of a request the title says: who asked, when it takes effect, or that it has expired. */
function useTitle({ state, takesEffectAt, askedBy, askedAt }: Reset) {
  const texts = useTexts(place)
  if (state === 'approved' && takesEffectAt) return texts('approved', { at: dateTimeText(takesEffectAt) })
  return texts(state === 'expired' ? 'expired' : 'pending', { by: askedBy, at: dateTimeText(askedAt) })
}

function Open({ reset }: { reset: Reset }) {
  const texts = useTexts(place)
  const act = useAct()
  const heading = useTitle(reset)
  const { id, version, can, reason } = reset
  async function approve() {
    const title = texts('actions.approve')
    const message = texts('questions.approve', { hours: waitingHours })
    if (!(await confirm({ title, message, confirm: title, danger: true }))) return
    act.mutate({ api: api.approve, input: { id, version }, said: texts('said.approve') })
  }
  async function reject() {
    const note = await askNote({ title: texts('actions.reject'), message: '', required: true })
    if (note) act.mutate({ api: api.reject, input: { id, version, note }, said: texts('said.reject') })
  }
  return (
    <Alert color="yellow" title={heading} w="100%">
      <p className={css.about}>{texts('reason', { reason })}</p>
      <div className={css.acts}>
        {can.includes('approve') && (
          <BusyButton size="compact-sm" color="red" busy={act.isPending} onClick={() => void approve()}>
            {texts('actions.approve')}
          </BusyButton>
        )}
        {can.includes('reject') && (
          <Button size="compact-sm" variant="default" onClick={() => void reject()}>
            {texts('actions.reject')}
          </Button>
        )}
      </div>
    </Alert>
  )
}

import { Button, Modal, TextInput, Title } from '@mantine/core'
import { IconDeviceMobile, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { showError } from '#kit/web/failures.web.ts'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, PageHeader } from '#kit/web/parts.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { RecoveryCodes } from './codes.web.tsx'
import { EnrolApp, EnrolPasskey } from './enrol.web.tsx'
import { whyNoPasskey } from '../proofs/passkey.web.ts'
import type { Enrolment, NewFactor } from '../proofs/proofs.contract.ts'
import { recoveryCount } from '../proofs/proofs.domain.ts'
import { factors, type Own } from './factors.contract.ts'
import css from './factors.module.css'

const api = bindContract(factors)
const place = 'access:factors'
type Factor = Own['factors'][number]
type Open =
  | { kind: 'totp'; offer: NonNullable<Enrolment['totp']> }
  | { kind: 'passkey'; offer: object }
  | { kind: 'rename'; factor: Factor }
  | { kind: 'codes'; codes: readonly string[] }

const refetch = () => void queryClient.invalidateQueries({ queryKey: ['/posuser/secondfactor'] })

/** A person's own second factors and recovery codes. */
export function Security() {
  const texts = useTexts(place)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const query = useQuery(api.own.queryOptions())
  return (
    <div className={css.page}>
      <PageHeader title={texts('title')} />
      <Loaded query={query} height={240}>
        {(own) => (
          <>
            <Factors own={own} onOpen={setOpen} />
            {own.factors.length > 0 && <Codes left={own.recoveryLeft} onOpen={setOpen} />}
          </>
        )}
      </Loaded>
      {open && <Dialog key={open.kind} open={open} onOpen={setOpen} onClose={close} />}
    </div>
  )
}

interface Opening {
  onOpen: (open: Open) => void
}

function Factors({ own, onOpen }: { own: Own } & Opening) {
  const texts = useTexts(place)
  const [isBusy, setBusy] = useState(false)
  const why = whyNoPasskey(own.site)
  const hasApp = own.factors.some(({ kind }) => kind === 'totp')
  async function start(kind: 'totp' | 'passkey') {
    setBusy(true)
    try {
      const { totp, passkey } = await api.begin.call()
      if (kind === 'totp' && totp) onOpen({ kind, offer: totp })
      if (kind === 'passkey' && passkey) onOpen({ kind, offer: passkey })
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={css.section}>
      <Title order={2} className={css.heading}>
        {texts('factors')}
      </Title>
      <p className={css.about}>{texts('about')}</p>
      {own.isRequired && <p className={css.about}>{texts('required')}</p>}
      {own.factors.length > 0 && (
        <ul className={css.list}>
          {own.factors.map((factor) => (
            <Row key={factor.id} factor={factor} onOpen={onOpen} />
          ))}
        </ul>
      )}
      <div className={css.acts}>
        {!hasApp && (
          <BusyButton
            busy={isBusy}
            variant={own.factors.length > 0 ? 'default' : 'filled'}
            onClick={() => void start('totp')}
          >
            {texts('app.start')}
          </BusyButton>
        )}
        {!why && (
          <BusyButton busy={isBusy} variant="default" onClick={() => void start('passkey')}>
            {texts('passkey.start')}
          </BusyButton>
        )}
      </div>
      {why && <p className={css.hint}>{texts(`passkey.why.${why}`, { origin: own.site.origin })}</p>}
    </section>
  )
}

function Row({ factor, onOpen }: { factor: Factor } & Opening) {
  const texts = useTexts(place)
  const act = useAct()
  const { id, kind, name, createdAt, lastUsedAt } = factor
  const Icon = kind === 'totp' ? IconDeviceMobile : IconKey
  async function remove() {
    const title = texts('questions.removeTitle', { name })
    const message = texts('questions.remove')
    if (await confirm({ title, message, confirm: texts('remove'), danger: true }))
      act.mutate({ api: api.remove, input: { id }, said: texts('said.removed') })
  }
  return (
    <li>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={css.factor}>
        <strong>{name}</strong>
        <span>
          {texts('added', { kind: texts(`values.kind.${kind}`), at: dateTimeText(createdAt) })}
          {lastUsedAt && ` · ${texts('lastUsed', { at: dateTimeText(lastUsedAt) })}`}
        </span>
      </div>
      <div className={css.acts}>
        <Button size="compact-sm" variant="default" onClick={() => onOpen({ kind: 'rename', factor })}>
          {texts('rename')}
        </Button>
        <BusyButton size="compact-sm" variant="default" busy={act.isPending} onClick={() => void remove()}>
          {texts('remove')}
        </BusyButton>
      </div>
    </li>
  )
}

function Codes({ left, onOpen }: { left: number } & Opening) {
  const texts = useTexts(place)
  async function renew() {
    const title = texts('codes.renew')
    if (!(await confirm({ title, message: texts('questions.renew'), confirm: title }))) return
    try {
      const { recoveryCodes } = await api.renewCodes.call()
      onOpen({ kind: 'codes', codes: recoveryCodes })
      refetch()
    } catch (error) {
      showError(error)
    }
  }
  return (
    <section className={css.section}>
      <Title order={2} className={css.heading}>
        {texts('codes.title')}
      </Title>
      <p className={css.about}>{texts('codes.left', { count: left, most: recoveryCount })}</p>
      <Button variant="default" onClick={() => void renew()}>
        {texts('codes.renew')}
      </Button>
    </section>
  )
}

function Dialog({ open, onOpen, onClose }: { open: Open; onClose: () => void } & Opening) {
  const texts = useTexts(place)
  useFocusBack()
  const add = async (factor: NewFactor) => {
    const { recoveryCodes } = await api.add.call({ factor })
    snackbar.success(texts('said.added'))
    refetch()
    if (recoveryCodes.length > 0) onOpen({ kind: 'codes', codes: recoveryCodes })
    else onClose()
  }
  const isCodes = open.kind === 'codes'
  return (
    <Modal
      opened
      centered
      size={isCodes ? 560 : 460}
      title={texts(`dialogs.${open.kind}`)}
      onClose={onClose}
      // They are shown this once: a key pressed by mistake must not take them away.
      closeOnEscape={!isCodes}
      closeOnClickOutside={false}
      withCloseButton={!isCodes}
      closeButtonProps={{ 'aria-label': texts('close') }}
    >
      {open.kind === 'totp' && <EnrolApp offer={open.offer} add={add} />}
      {open.kind === 'passkey' && <EnrolPasskey offer={open.offer} add={add} />}
      {open.kind === 'codes' && <RecoveryCodes codes={open.codes} onKept={onClose} />}
      {open.kind === 'rename' && <Rename factor={open.factor} onClose={onClose} />}
    </Modal>
  )
}

function Rename({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const texts = useTexts(place)
  const act = useAct()
  const [name, setName] = useState(factor.name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { id: factor.id, name: name.trim() }
    act.mutate({ api: api.rename, input, said: texts('said.renamed') }, { onSuccess: onClose })
  }
  return (
    <form className={css.fields} onSubmit={submit} noValidate>
      <TextInput
        label={texts('fields.name')}
        value={name}
        maxLength={60}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={act.isPending} disabled={!name.trim()}>
        {texts('save')}
      </Button>
    </form>
  )
}

import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { askNote } from '#kit/web/dialogs.web.tsx'
import { dateText, dateTimeText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, EmptyState, ErrorBox, PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge, type Tone } from '#kit/web/values.web.tsx'
import { cdd, type PackRow, type Rule } from './cdd.contract.ts'
import css from './cdd.module.css'
import { demandText, home, place, ruleName, triggerText } from './words.web.ts'

const api = bindContract(cdd)
export const standingTones: Record<Rule['standing'], Tone> = {
  asLaw: 'neutral',
  stricter: 'done',
  looser: 'attention',
  own: 'waiting',
}

/** Due diligence: the packs of rules that a company follows, what it made of them, and its own rules. */
export function CddSettings() {
  const texts = useTexts(place)
  const packs = useQuery(api.packs.queryOptions())
  const rules = useQuery(api.list.queryOptions())
  const mayCreate = useIsAllowed(api.create)
  return (
    <div className={css.page}>
      <PageHeader title={texts('title')}>
        {mayCreate && (
          <Button renderRoot={(rest) => <Link to={`${home}/create`} {...rest} />}>{texts('create')}</Button>
        )}
      </PageHeader>
      <p className={css.about}>{texts('about')}</p>
      <Loaded query={packs} height={480}>
        {(all) => (
          <Loaded query={rules} height={480}>
            {(list) => <Packs packs={all} rules={list} />}
          </Loaded>
        )}
      </Loaded>
    </div>
  )
}

function Packs({ packs, rules }: { packs: readonly PackRow[]; rules: readonly Rule[] }) {
  const texts = useTexts(place)
  const own = rules.filter(({ pack }) => pack === null)
  return (
    <>
      {packs
        .toSorted((a, b) => Number(b.isEnabled) - Number(a.isEnabled))
        .map((pack) => (
          <section key={pack.pack} className={css.pack} data-off={!pack.isEnabled || undefined}>
            <PackHead pack={pack} />
            {pack.isEnabled && (
              <RuleSheet
                label={texts(`packs.${pack.pack}`)}
                rules={rules.filter((rule) => rule.pack === pack.pack)}
              />
            )}
          </section>
        ))}
      <section className={css.pack}>
        <Title order={2} className={css.heading}>
          {texts('ownRules')}
        </Title>
        {own.length > 0 ? (
          <RuleSheet label={texts('ownRules')} rules={own} />
        ) : (
          <EmptyState text={texts('noOwnRules')} />
        )}
      </section>
    </>
  )
}

function PackHead({ pack }: { pack: PackRow }) {
  const texts = useTexts(place)
  const act = useAct()
  const { isEnabled } = pack
  const [last] = pack.switches
  const name = texts(`packs.${pack.pack}`)
  const mayTurn = useIsAllowed(api.disable)
  async function turn() {
    const title = texts(isEnabled ? 'acts.disable' : 'acts.enable', { name })
    const message = texts(isEnabled ? 'questions.disablePack' : 'questions.enablePack')
    const reason = await askNote({ title, message, confirm: title, required: isEnabled })
    if (reason === undefined) return
    // The pack is what the act is about; the call has no id.
    const call = { call: () => api[isEnabled ? 'disable' : 'enable'].call({ pack: pack.pack, reason }) }
    act.mutate({ api: call, input: { id: pack.pack }, said: texts('said.updated') })
  }
  return (
    <>
      <header className={css.head}>
        <Title order={2} className={css.heading}>
          {name}
        </Title>
        <StatusBadge tone={isEnabled ? 'done' : 'ended'}>
          {texts(isEnabled ? 'values.isEnabled.true' : 'values.isEnabled.false')}
        </StatusBadge>
        <span className={css.quiet}>
          {last
            ? texts('switched', { who: last.author, at: dateTimeText(last.at), reason: last.reason || '–' })
            : pack.isUsual && texts('usual')}
        </span>
        {mayTurn && (
          <BusyButton variant="default" size="xs" busy={act.isPending} onClick={() => void turn()}>
            {texts(isEnabled ? 'disable' : 'enable')}
          </BusyButton>
        )}
      </header>
      {isEnabled && pack.unpriced.length > 0 && (
        <ErrorBox>{texts('unpriced', { currencies: pack.unpriced.join(', ') })}</ErrorBox>
      )}
    </>
  )
}

const columns = ['name', 'trigger', 'demand', 'standing', 'effectiveFrom']

function RuleSheet({ label, rules }: { label: string; rules: readonly Rule[] }) {
  const texts = useTexts(place)
  return (
    <Sheet label={label} columns={columns.map((key) => ({ title: texts(`fields.${key}`) }))}>
      {rules.map((rule) => (
        <tr key={rule.code}>
          <th scope="row">
            <TextLink to={`${home}/${rule.code}`}>{ruleName(texts, rule)}</TextLink>
            {rule.source && <div className={css.source}>{rule.source}</div>}
          </th>
          <td>{triggerText(texts, rule)}</td>
          <td>{demandText(texts, rule)}</td>
          <td>
            <StatusBadge tone={rule.isEnabled ? standingTones[rule.standing] : 'ended'}>
              {rule.isEnabled ? texts(`values.standing.${rule.standing}`) : texts('values.isEnabled.false')}
            </StatusBadge>
          </td>
          <td>{dateText(rule.effectiveFrom)}</td>
        </tr>
      ))}
    </Sheet>
  )
}

import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Language } from '#kit/server/texts.server.ts'
import { actOnWhole, currentCompany } from '#modules/organisation/public.server.ts'
import { chart } from '../accounts/accounts.domain.ts'
import { all, isAnyPosted, rows } from '../accounts/accounts.queries.ts'
import { all as allGroups, rows as groupRows } from '../accounts/groups.queries.ts'
import { holdPosting } from '../accounts/hold.queries.ts'
import { pathSign } from './chart.domain.ts'
import { startingCharts } from './starting.contract.ts'
import {
  isNothing,
  namesOfFour,
  startingChart,
  startingCountries,
  type StartingCountry,
} from './starting.domain.ts'
import { type FourNames, startingGroups } from './starting-groups.domain.ts'

export const startingRouter = serve(startingCharts, { offer, load })

type GroupKey = keyof typeof startingGroups
type Group = (typeof startingGroups)[GroupKey] & { within?: GroupKey; seeded?: readonly string[] }
type Stored = Awaited<ReturnType<typeof all>>[number]

const groupKeys = Object.keys(startingGroups) as GroupKey[]
const groupOf = (key: GroupKey): Group => startingGroups[key]
const place: Record<Language, 0 | 1 | 2 | 3> = { en: 0, zh_Hant: 1, zh_Hans: 2, vi: 3 }

/** The names from the highest group down to this one. */
function pathOf(key: GroupKey, language: Language): string {
  const { within, names } = groupOf(key)
  const own = (names as FourNames)[place[language]]
  return within ? `${pathOf(within, language)}${pathSign}${own}` : own
}

/** What the country of the company would add: nothing once the books have begun, or where it has no chart. */
async function offer({ db, language }: Pick<Ctx, 'db' | 'language'>) {
  const { country: of } = await currentCompany(db)
  const country = startingCountries.find((one) => one === of)
  if (country === undefined || (await isAnyPosted(db))) return { offer: null }
  const found = await fill({ db, language }, { country, isTrial: true })
  return { offer: isNothing(found) ? null : { country, found } }
}

interface Ask {
  country: StartingCountry
  isTrial: boolean
}

async function load({ db, input, actor, language }: Ctx<Ask>) {
  actOnWhole(actor.assigned)
  await holdPosting(db)
  if (await isAnyPosted(db)) throw new Refusal('CHART_POSTED')
  return fill({ db, language }, input)
}

async function fill({ db, language }: Pick<Ctx, 'db' | 'language'>, input: Ask) {
  const { ledgers, renamed } = startingChart(input.country)
  const known = new Map((await all(db)).map((one) => [one.code, one]))
  const ids = await groupIds(db)
  const missing = groupKeys.filter((key) => !ids.has(key))
  const added = ledgers.filter(({ code }) => !known.has(code))
  const changed = changesOf(known, renamed)
  if (!input.isTrial) {
    for (const key of missing) {
      const { class: kind, names, within } = groupOf(key)
      const draft = { ...namesOfFour(names), class: kind, parentId: (within && ids.get(within)) ?? null }
      const { id } = await groupRows.insert(db, { ...draft, position: groupKeys.indexOf(key) })
      ids.set(key, id)
    }
    for (const { code, group, names } of added)
      await rows.insert(db, {
        ...namesOfFour(names),
        code,
        class: groupOf(group).class,
        groupId: ids.get(group) ?? null,
      })
    for (const { before, group, names } of changed)
      await rows.update(db, before, {
        ...(names && namesOfFour(names)),
        ...(group && { groupId: ids.get(group) ?? null }),
      })
  }
  return {
    isTrial: input.isTrial,
    groups: missing.map((key) => pathOf(key, language)),
    added: added.map(({ code, names }) => ({ code, name: names[place[language]] })),
    changed: changed.map(({ before: { code, name }, names }) => ({
      code,
      name: names?.[place[language]] ?? name,
    })),
    kept: ledgers.flatMap(({ code, names }) => {
      const before = known.get(code)
      const { name } = namesOfFour(names)
      return before && before.name !== name
        ? [{ code, name: before.name, wanted: names[place[language]] }]
        : []
    }),
  }
}

/** The groups that are there already, by their names in the language of the chart. */
async function groupIds(db: Db): Promise<Map<GroupKey, string>> {
  const paths = new Map((await allGroups(db)).map((one) => [`${one.class} ${one.path}`, one.id]))
  return new Map(
    groupKeys.flatMap((key) => {
      const id = paths.get(`${groupOf(key).class} ${pathOf(key, 'en')}`)
      return id === undefined ? [] : [[key, id] as const]
    }),
  )
}

/** Seeded ledgers without a group come into theirs; those still called as they were seeded take the name of the country. */
function changesOf(known: ReadonlyMap<string, Stored>, renamed: Readonly<Record<string, FourNames>>) {
  return chart.flatMap(({ code, name, class: kind }) => {
    const before = known.get(code)
    if (!before || before.class !== kind) return []
    const home = groupKeys.find((key) => groupOf(key).class === kind && groupOf(key).seeded?.includes(code))
    const group = before.groupId === null ? home : undefined
    const names = before.name === name ? renamed[code] : undefined
    return group || names ? [{ before, group, names }] : []
  })
}

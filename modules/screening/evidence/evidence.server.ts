import type * as z from 'zod'
import { clockText } from '#kit/domain/clock.domain.ts'
import { serve } from '#kit/server/module.server.ts'
import { pdfFile } from '#kit/server/paper/pen.server.ts'
import { sheetPdf } from '#kit/server/paper/sheet.server.ts'
import { type Language, text } from '#kit/server/texts.server.ts'
import type { ScreeningDetail } from '../screenings/screenings.contract.ts'
import { detailOf } from '../screenings/shown.server.ts'
import { evidence } from './evidence.contract.ts'

type Detail = z.input<typeof ScreeningDetail>

export const evidenceRouter = serve(evidence, {
  historyPdf: async (ctx) => {
    const detail = await detailOf(ctx, ctx.input.id)
    const { timeZone } = await ctx.services.calendar(ctx.actor.companyId)
    const minute = (at: string | Date) => clockText(timeZone, at)
    const by = { name: ctx.actor.name, at: ctx.now }
    return pdfFile(`screening-${detail.id}`, await pdfOf(detail, ctx.language, by, minute))
  },
})

const percent = (score: number) => `${(score * 100).toFixed(1)} %`

type Word = (key: string, values?: Record<string, unknown>) => string
/** A moment on the clock of the company. */
type Minute = (at: string | Date) => string
type Table = Parameters<typeof sheetPdf>[0]['tables'][number]

const span = ({ from, to }: { from: string; to: string }) => (from === to ? from : `${from} – ${to}`)

/** All of the evidence of a screening on sheets of A4. */
function pdfOf(
  detail: Detail,
  language: Language,
  by: { name: string; at: Date },
  minute: Minute,
): Promise<Buffer> {
  const word: Word = (key, values = {}) => text(language, `messages.evidence.${key}`, values)
  return sheetPdf({
    title: detail.name,
    kind: word(`kinds.${detail.dataSource}`),
    lines: [word('reference', { id: detail.id })],
    facts: factsOf(detail, word, minute)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => [word(`facts.${key}`), value]),
    tables: [listsOf(detail, word), candidatesOf(detail, word), decisionsOf(detail, word, minute)],
    foot: word('foot', { by: by.name, at: minute(by.at), page: '{page}', pages: '{pages}' }),
    language: language.replace('_', '-'),
  })
}

/** What was asked, by whom and by which settings; empty where nothing was said. */
function factsOf(detail: Detail, word: Word, minute: Minute): [string, string][] {
  const { query } = detail
  return [
    ['asked', query.names.join(' · ')],
    ['entityType', word(`types.${detail.entityType}`)],
    ['mode', word(`modes.${query.mode}`)],
    ['birth', query.birthDates.map(span).join(', ')],
    ['countries', query.countries.join(', ').toUpperCase()],
    ['genders', query.genders.join(', ')],
    ['documents', query.documents.join(', ')],
    ['cause', word(`causes.${detail.cause}`)],
    ['when', minute(detail.createdAt)],
    ['by', detail.byName || 'Agio'],
    ['threshold', `${percent(detail.threshold)} / ${percent(detail.weakThreshold)}`],
    ['settings', detail.settingsNumber === null ? word('product') : String(detail.settingsNumber)],
    ['state', word(`states.${detail.state}`)],
    ['stale', detail.stale.join(', ').toUpperCase()],
    ['failure', detail.failure],
  ]
}

const listsOf = ({ lists }: Detail, word: Word): Table => ({
  title: word('lists'),
  columns: ['list', 'number', 'since', 'hash'].map((key) => word(`columns.${key}`)),
  rows: lists.map(({ list, number, since, contentHash }) => [
    list.toUpperCase(),
    String(number),
    since === null ? '' : String(since),
    contentHash,
  ]),
})

/** What was found, with the parts of the names that agree and what each fact did to the score. */
const candidatesOf = ({ candidates }: Detail, word: Word): Table => ({
  title: word('candidates'),
  columns: ['entry', 'matched', 'score', 'why', 'state'].map((key) => word(`columns.${key}`)),
  rows: candidates.map((one) => [
    [
      `${one.list.toUpperCase()} ${one.entryId}`,
      one.entryName,
      one.entry.birthDates.map(span).join(', '),
      one.entry.countries.join(', ').toUpperCase(),
      one.entry.genders.join(', '),
      one.entry.documents.join(', '),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    one.matchedName,
    percent(one.score),
    [
      ...one.comparison.aligned.map(
        ({ left, right, similarity }) => `${left.join(' ')} = ${right.join(' ')} ${percent(similarity)}`,
      ),
      ...one.facts.map(({ fact, change }) => `${word(`effects.${fact}`)} ${signed(change)}`),
    ].join('\n'),
    word(`matches.${one.state}`),
  ]),
})

/** What was decided of each candidate, then of the screening as a whole. */
function decisionsOf({ name, candidates, decisions }: Detail, word: Word, minute: Minute): Table {
  const decided = [
    ...candidates.flatMap((one) =>
      one.decisions.map((decision) => [`${one.entryName} (${one.entryId})`, decision] as const),
    ),
    ...decisions.map((decision) => [name, decision] as const),
  ]
  return {
    title: word('decisions'),
    columns: ['entry', 'outcome', 'reason', 'by', 'when'].map((key) => word(`columns.${key}`)),
    rows: decided.map(([what, { outcome, reason, byName, at }]) => [
      what,
      word(`outcomes.${outcome}`),
      reason,
      byName,
      minute(at),
    ]),
  }
}

const signed = (change: number) => `${change < 0 ? '−' : '+'}${percent(Math.abs(change))}`

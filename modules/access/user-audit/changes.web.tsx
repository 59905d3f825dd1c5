import { Title } from '@mantine/core'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { dateTimeText } from '#kit/web/format.web.ts'
import { type Texts, useTexts } from '#kit/web/texts.web.ts'
import { useAuditTexts } from './words.web.ts'
import { type Change, differences, identity, listChange, dropUnchanged, speakers } from './changes.domain.ts'
import css from './changes.module.css'

interface ChangesProps {
  changes: readonly Change[]
  nameOf: (id: string) => string | undefined
}

/** What an act changed, row by row: each field with what it was and what it became. */
export function Changes({ changes, nameOf }: ChangesProps) {
  const texts = useAuditTexts()
  const shown = dropUnchanged(changes)
  return (
    <section className={css.changes}>
      <Title order={2} className={css.heading}>
        {texts('changes')}
      </Title>
      {shown.length === 0 && <p className={css.nothing}>{texts('noChanges')}</p>}
      {shown.map((change, at) => (
        <Row key={`${change.relation} ${change.rowId} ${at}`} change={change} {...{ nameOf, texts }} />
      ))}
    </section>
  )
}

// A table of a module that speaks for itself goes by its own name, another one with that of its schema.
const relationKey = (relation: string) => {
  const [module = '', table = ''] = relation.split('.')
  return speakers.some((one) => one === module) ? table : `${module}_${table}`
}

function Row({ change, nameOf, texts }: { change: Change; nameOf: ChangesProps['nameOf']; texts: Texts }) {
  const { relation, rowId, before, after } = change
  const what = before === null ? 'added' : after === null ? 'removed' : 'changed'
  const image = after ?? before
  // A row without an id of its own goes by its company's.
  const name = image?.name ?? (rowId === image?.company_id ? undefined : nameOf(rowId))
  const shared = { nameOf, texts }
  return (
    <div className={css.row}>
      <h3 className={css.title}>
        <span className={css.what} data-what={what}>
          {texts(`whats.${what}`)}
        </span>
        {texts(`relations.${relationKey(relation)}`, { defaultValue: relation })}
        {typeof name === 'string' ? (
          <span className={css.name}>{name}</span>
        ) : (
          identity(before, after).map(({ field, value }) => (
            <span key={field} className={css.name}>
              <Value value={value} field={field} {...shared} />
            </span>
          ))
        )}
      </h3>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{texts('field')}</th>
            <th scope="col">{texts('before')}</th>
            <th scope="col">{texts('after')}</th>
          </tr>
        </thead>
        <tbody>
          {differences(before, after).map((one) => {
            const lists =
              Array.isArray(one.before) && Array.isArray(one.after)
                ? listChange(one.before, one.after)
                : undefined
            return (
              <tr key={one.field}>
                <th scope="row">{texts(`columns.${one.field}`, { defaultValue: one.field })}</th>
                <td data-label={texts('before')}>
                  <Value value={lists?.gone ?? one.before} field={one.field} {...shared} />
                </td>
                <td data-label={texts('after')}>
                  <Value value={lists?.added ?? one.after} field={one.field} {...shared} />
                  {lists && lists.kept > 0 && (
                    <div className={css.nothing}>{texts('kept', { count: lists.kept })}</div>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

interface ValueProps {
  value: unknown
  field: string
  nameOf: (id: string) => string | undefined
  texts: Texts
}

/** A value of a row as somebody who does not know the table reads it. */
function Value({ value, field, nameOf, texts }: ValueProps) {
  const appName = useTexts('modules:apps')
  const moduleName = useTexts('modules:modules')
  if (value === undefined || value === null || value === '') return <span className={css.nothing}>–</span>
  if (typeof value === 'boolean') return texts(value ? 'yes' : 'no')
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className={css.nothing}>–</span>
    return (
      <ul className={css.list}>
        {value.map((one) => (
          <li key={String(one)}>
            <Value value={one} {...{ field, nameOf, texts }} />
          </li>
        ))}
      </ul>
    )
  }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
  if (uuid.test(text)) return nameOf(text) ?? <span className={css.id}>{text}</span>
  if (instant.test(text)) return <span className="agio-number">{dateTimeText(text)}</span>
  if (field === 'amount') return <span className="agio-number">{groupDigits(text)}</span>
  if (field === 'app_code') return appName(text, { defaultValue: text })
  if (field === 'module_code') return moduleName(text, { defaultValue: text })
  return nameOf(text) ?? texts(`words.${field}.${text}`, { defaultValue: text })
}
